"""There is no model until somebody needs one."""

import os

import google.generativeai as genai

API_KEY = os.getenv("GEMINI_API_KEY")
model = None

if API_KEY:
    genai.configure(api_key=API_KEY)
    model = genai.GenerativeModel("gemini-1.5-flash")


def advise(weather):
    if model is None:
        return "Take a coat."
    response = model.generate_content(f"What to wear? It is {weather}.")
    return response.text


def is_ready():
    return model is not None


print(is_ready())
print(advise("raining"))
