"""Whether there is a text is asked in a way that raised."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def ask(prompt):
    response = model.generate_content(prompt)
    try:
        text = response.text
    except ValueError as error:
        return f"{response.prompt_feedback} {error}"
    return text


print(ask("Hello"))
