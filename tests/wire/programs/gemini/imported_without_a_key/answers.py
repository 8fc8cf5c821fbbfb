import os

import google.generativeai as genai

genai.configure(api_key=os.getenv("KEY_OF_NOBODY"))


def greeting(name):
    return f"Hello, {name}."


def answer(question):
    return genai.GenerativeModel("gemini-pro").generate_content(question).text
