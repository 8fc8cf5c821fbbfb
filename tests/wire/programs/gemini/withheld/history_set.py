"""The turns of chats are set that others hold as well, or whose models are not there any more."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
first = model.start_chat()
chats = {"first": first}
first.send_message("One")
first.history = []
print(chats["first"].send_message("Two").text)

second = model.start_chat()
send = second.send_message
second.history = []
print(send("Three").text)


def cut(chat):
    chat.history = chat.history[-2:]


third = model.start_chat()
cut(third)

fourth = model.start_chat()
model = genai.GenerativeModel("gemini-1.5-flash")
fourth.history = []

other = genai.GenerativeModel("gemini-1.5-pro")
fifth = other.start_chat()
fifth.send_message("Four")
fifth.history = []
print(fifth.last is None)


def outer():
    sixth = other.start_chat()

    def inner():
        sixth.history = []

    inner()
    return sixth.send_message("Five").text


print(outer())
for name in ("gemini-pro", "gemini-1.5-pro"):
    one = genai.GenerativeModel(name)
    seventh = one.start_chat()
    seventh.history = []
