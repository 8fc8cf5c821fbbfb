"""A turn has a role that the new library refuses."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat(history=[{"role": "system", "parts": ["Be short."]}])
print(chat.send_message("Hello").text)
