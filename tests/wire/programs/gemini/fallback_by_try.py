"""Where one model fails another one is asked."""

import os

import google.generativeai as genai

genai.configure(api_key=os.environ.get("GEMINI_API_KEY"))


def ask(prompt, preferred="gemini-1.5-pro-latest"):
    try:
        model = genai.GenerativeModel(preferred)
        response = model.generate_content(prompt)
    except Exception:
        print("falling back")
        model = genai.GenerativeModel("gemini-1.5-flash-latest")
        response = model.generate_content(prompt)
    return response.text


print(ask("Name a river."))
print(ask("Name a lake.", "fail-404"))
