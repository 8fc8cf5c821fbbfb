"""A function sets up what all others use."""

import google.generativeai as genai

model = None


def initialize(key):
    global model
    genai.configure(api_key=key)
    model = genai.GenerativeModel("gemini-1.5-flash")


def ask(prompt):
    return model.generate_content(prompt).text


initialize("AIza-own")
print(ask("Are you ready?"))
