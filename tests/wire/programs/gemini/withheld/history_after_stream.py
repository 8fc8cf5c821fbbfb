"""After a stream the turns are counted."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()
for chunk in chat.send_message("Hello", stream=True):
    print(chunk.text)
print(len(chat.history))
for message in chat.history:
    print(message.role, message.parts[0].text)
