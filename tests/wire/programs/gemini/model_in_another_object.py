"""The model is made in one place and kept by another object."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Summarizer:
    def __init__(self, model):
        self.model = model

    def __call__(self, text):
        return self.model.generate_content(f"Summarize: {text}").text


class Chatter:
    def __init__(self, model, history=None):
        self.chat = model.start_chat(history=history or [])

    def say(self, text):
        return self.chat.send_message(text).text


model = genai.GenerativeModel("gemini-1.5-flash", generation_config={"temperature": 0.1})
print(Summarizer(model)("A text."))
print(Chatter(model).say("Hello"))
