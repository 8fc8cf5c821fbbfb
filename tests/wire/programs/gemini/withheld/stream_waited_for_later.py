"""Between the request of a stream and the waiting for it something else happens, and more than its text is read."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def tell(prompt):
    response = model.generate_content(prompt, stream=True)
    print("asked")
    response.resolve()
    return response.text


def count(prompt):
    response = model.generate_content(prompt, stream=True)
    response.resolve()
    return len(response.candidates)


print(tell("A story"), count("Another"))
