"""Arguments stand in brackets of their own."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")
response = model.generate_content((
    "One, "
    "Two"))
print(response.text)
print(model.generate_content(("Three"), generation_config=({"temperature": 0.5})).text)
print(model.generate_content(  # Four
    ("Four")
).text)
chat = model.start_chat(history=([]))
print(chat.send_message(("Five"), stream=(False)).text)
print(genai.embed_content(("models/text-embedding-004"), ("Six"))["embedding"])
