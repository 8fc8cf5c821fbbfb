"""The last answer of a chat came in pieces."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
chat = genai.GenerativeModel("gemini-pro").start_chat()


def tell(prompt):
    response = chat.send_message(prompt, stream=True)
    for chunk in response:
        print(chunk.text)
    print(chat.last.text)


tell("A story")
