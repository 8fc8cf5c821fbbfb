"""The turns of a chat are looked at after a message for which there was no answer."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
chat = genai.GenerativeModel("gemini-1.5-flash").start_chat()


def said(text):
    try:
        return chat.send_message(text).text
    except Exception:
        return "nothing"


for text in ("One", "blocked", "unsafe", "Two"):
    print(said(text), len(chat.history))
print([turn.role for turn in chat.history])
