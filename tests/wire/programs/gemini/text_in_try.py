"""An answer without text is a case of its own."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def ask(prompt):
    try:
        response = model.generate_content(prompt)
        return response.text
    except ValueError:
        return "The answer was blocked."


def try_all(prompt):
    try:
        response = model.generate_content(prompt)
        text = response.text
        print("said", text)
    except Exception as e:
        print("error", type(e).__name__)


print(ask("Hello"))
print(ask("blocked"))
print(ask("empty answer"))
try_all("Hi")
try_all("unsafe")
