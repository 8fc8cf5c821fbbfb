"""The README of the old library: a key, a model, an answer."""

import os

import google.generativeai as genai

genai.configure(api_key=os.environ["GEMINI_API_KEY"])

model = genai.GenerativeModel("gemini-1.5-flash")
response = model.generate_content("Tell me a story about a magic backpack.")
print(response.text)
print(model.generate_content("And another one.").text)
