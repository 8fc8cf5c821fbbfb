"""What configure gives, which is nothing, is kept under names that nobody reads; the key is spread out of a dict."""

import os

import google.generativeai as genai


class Talk:
    def __init__(self, key):
        self.service = genai.configure(api_key=key)
        self.chat = genai.GenerativeModel("gemini-pro").start_chat()

    def say(self, text):
        return self.chat.send_message(text).text


def once():
    settings = {"api_key": os.environ["GEMINI_API_KEY"]}
    genai.configure(**settings)
    return genai.GenerativeModel("gemini-pro").generate_content("Hello").text


print(once())
print(Talk("AIza-of-its-own").say("Hello"))
