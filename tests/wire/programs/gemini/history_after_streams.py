"""Turns are read after streams: shown, counted, handed on to another chat."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat(history=[])


def show():
    for message in chat.history:
        print(message.role, [part.text for part in message.parts])
    print(len(chat.history), chat.history[-1].parts[0].text if chat.history else "nothing")


def ask(text):
    try:
        response = chat.send_message(text, stream=True)
        response.resolve()
        return response.text
    except Exception:
        return "none"


show()
for chunk in chat.send_message("Hello", stream=True):
    print(chunk.text)
show()
print(chat.send_message("plain").text)
show()
print(ask("more"))
show()
other = model.start_chat(history=chat.history[2:])
print(other.send_message("other").text)
print([turn.parts[0].text for turn in other.history])
try:
    print(other.send_message("blocked").text)
except Exception:
    print("not told")
