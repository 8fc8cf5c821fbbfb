"""A method of a chat gets a name of its own."""

import google.generativeai as genai

genai.configure(api_key="k1")
chat = genai.GenerativeModel("m").start_chat(history=[])
send = chat.send_message
print(send("x", generation_config={"top_k": 2}).text)
