"""Turns come from outside, in whatever form."""

import json

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

with open("turns.json") as file:
    chat = model.start_chat(history=json.load(file))
print(chat.send_message("Hello").text)
