"""A model and its chat are put into globals at once."""

import google.generativeai as genai


def init():
    global model, chat
    genai.configure(api_key="k1")
    model, chat = build()


def build():
    m = genai.GenerativeModel("m", system_instruction="S")
    return m, m.start_chat(history=[])


init()
print(model.generate_content("a").text)
print(chat.send_message("a").text)
