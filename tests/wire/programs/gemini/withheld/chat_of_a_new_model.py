"""A chat outlives the model that began it."""

import google.generativeai as genai


def make():
    genai.configure(api_key="k1")
    return genai.GenerativeModel("m", system_instruction="S")


chat = make().start_chat()
print(chat.send_message("a").text)
