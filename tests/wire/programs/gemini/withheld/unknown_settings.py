"""Settings come from outside."""

import json

import google.generativeai as genai

genai.configure(api_key="AIza-own")

with open("settings.json") as file:
    settings = json.load(file)

model = genai.GenerativeModel("gemini-pro", generation_config=settings["generation"], safety_settings=settings["safety"])
print(model.generate_content("Hello").text)
