"""The turns are looked at after streams that may have failed."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
chat = genai.GenerativeModel("gemini-pro").start_chat()
try:
    for piece in chat.send_message("blocked", stream=True):
        print(piece.text)
except Exception:
    print("nothing")
print(len(chat.history))
