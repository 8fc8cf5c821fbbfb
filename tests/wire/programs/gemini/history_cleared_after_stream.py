"""After a stream the turns are taken away."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()
for chunk in chat.send_message("Hello", stream=True):
    print(chunk.text)
chat.history.clear()
print(chat.send_message("Again").text)
