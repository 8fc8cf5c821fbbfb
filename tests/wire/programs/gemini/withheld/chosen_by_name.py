"""What is called is chosen while the program runs."""

import importlib

import google.generativeai as genai

genai.configure(api_key="AIza-own")


def make(kind):
    return getattr(genai, kind)("gemini-pro")


library = importlib.import_module("google.generativeai")
print(make("GenerativeModel").generate_content("Hello").text)
