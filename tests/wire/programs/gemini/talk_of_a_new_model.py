"""A function talks to a configured model that it was given."""

import google.generativeai as genai


def make():
    genai.configure(api_key="k1")
    return genai.GenerativeModel("m", system_instruction="S")


def run():
    m = make()
    chat = m.start_chat(history=[{"role": "user", "parts": ["x"]}, {"role": "model", "parts": "y"}])
    print(chat.send_message("a").text)
    print(chat.send_message("b").text)


run()
run()
