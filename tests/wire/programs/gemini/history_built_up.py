"""What was said is kept by the program and handed to a new chat each time."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")

messages = [("user", "Hello"), ("assistant", "Hello to you"), ("user", "How are you?")]


def reply(past):
    history = []
    for role, text in past[:-1]:
        history.append({"role": "user" if role == "user" else "model", "parts": [text]})
    chat = model.start_chat(history=history)
    return chat.send_message(past[-1][1]).text


def reply_at_once(past):
    turns = [{"role": "user" if role == "user" else "model", "parts": [text]} for role, text in past]
    return model.generate_content(turns).text


print(reply(messages))
print(reply_at_once(messages))
