import os

import google.generativeai as genai

genai.configure(api_key=os.getenv("KEY_OF_NOBODY"))
chat = genai.GenerativeModel("gemini-pro").start_chat()


def greeting():
    return "Hello"
