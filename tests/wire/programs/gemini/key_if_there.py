"""The library is configured where there is a key; what asks does not look at that again."""

import os

import google.generativeai as genai

key = os.getenv("GEMINI_API_KEY")
if key:
    genai.configure(api_key=key)
else:
    print("There is no key.")

model = genai.GenerativeModel("gemini-pro")


def answer(question):
    return model.generate_content(question).text


print(answer("Hello"))
for piece in model.generate_content("Count.", stream=True):
    print(piece.text)
