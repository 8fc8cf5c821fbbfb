"""A handler is for ValueError alone: a blocked message of a chat raised another error."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
chat = genai.GenerativeModel("gemini-pro").start_chat()
try:
    try:
        response = chat.send_message("blocked")
        print(response.text)
    except ValueError:
        print("no text")
except Exception:
    print("blocked")
