"""A chat is begun without a key, and asked only with one."""

import os

import google.generativeai as genai

key = os.environ.get("KEY_OF_NOBODY")
if key:
    genai.configure(api_key=key)

chat = genai.GenerativeModel("gemini-pro").start_chat()
if key:
    print(chat.send_message("Hello").text)
