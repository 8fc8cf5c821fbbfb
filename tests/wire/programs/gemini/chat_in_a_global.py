"""A chat begins when somebody speaks."""

import google.generativeai as genai

genai.configure(api_key="k1")
chat = None


def start():
    global chat
    chat = genai.GenerativeModel("m").start_chat()


def say(t):
    if chat is None:
        start()
    return chat.send_message(t).text


print(say("a"), say("b"))
