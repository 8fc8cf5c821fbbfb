"""The turns of a chat are changed where they are kept."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat(history=[])
chat.send_message("One")
chat.history.append({"role": "user", "parts": ["Two"]})
chat.history.pop(0)
chat.rewind()
print(chat.send_message("Three").text)
