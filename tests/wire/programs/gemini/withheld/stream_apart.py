"""The call of a stream and its loop are guarded apart."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def tell(prompt):
    try:
        response = model.generate_content(prompt, stream=True)
    except Exception:
        return "not reached"
    return "".join(chunk.text for chunk in response)


print(tell("A story"))
