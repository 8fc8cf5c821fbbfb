"""Each user has a chat in a mapping."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")
chats = {}


def ask(user, t):
    if user not in chats:
        chats[user] = m.start_chat()
    return chats[user].send_message(t).text


print(ask("a", "x"), ask("b", "y"), ask("a", "z"))
