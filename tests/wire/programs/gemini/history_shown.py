"""The turns of a chat are shown at its end."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()
for question in ("One?", "Two?"):
    print(chat.send_message(question).text)

print(len(chat.history))
for message in chat.history:
    print(f"{message.role}: {message.parts[0].text}")
last = chat.history[-1]
print(last.role, last.parts[0].text)
