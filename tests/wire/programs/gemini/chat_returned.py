"""A function configures the library and gives a chat, which lives on."""

import os

import google.generativeai as genai


def start(instruction):
    genai.configure(api_key=os.environ["GEMINI_API_KEY"])
    model = genai.GenerativeModel("gemini-1.5-flash", system_instruction=instruction)
    return model.start_chat(history=[])


chat = start("Be kind.")
print(chat.send_message("Hello").text)
print(chat.send_message("Bye").text)
