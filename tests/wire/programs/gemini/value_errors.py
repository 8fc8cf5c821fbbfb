"""Handlers for ValueError are around answers of models, and one for every error around those of chats."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()


def ask(text):
    response = model.generate_content(text)
    try:
        return response.text
    except ValueError:
        return "no text"


def say(text):
    try:
        return chat.send_message(text).text
    except Exception:
        return "no answer"


for text in ("One", "blocked", "unsafe"):
    print(ask(text), say(text))
