"""A function sets the turns of the module's chat; some are written out."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash", generation_config={"temperature": 0.5})
chat = model.start_chat()


def begin():
    """Begin anew."""
    chat.history = [
        {"role": "user", "parts": ["Who are you?"]},
        {"role": "model", "parts": "A captain."},
    ]


def cut(number):
    chat.history = (
        chat.history[-number:]
    )


begin()
print(chat.send_message("One").text)
cut(2)
print(chat.send_message("Two").text, len(chat.history))
