"""The turns of a chat are set anew, by an object and by a function of the module."""

import google.generativeai as genai


class Talk:
    def __init__(self, key, keep=2):
        genai.configure(api_key=key)
        self.keep = keep
        self.model = genai.GenerativeModel("gemini-1.5-flash", system_instruction="Short.")
        self.chat = self.model.start_chat(history=[])

    def say(self, text):
        answer = self.chat.send_message(text).text
        if len(self.chat.history) > self.keep:
            self.chat.history = self.chat.history[-self.keep :]
        return answer

    def forget(self):
        self.chat.history.clear()


talk = Talk("AIza-own")
for text in ("One", "Two", "Three"):
    print(talk.say(text))
talk.forget()
print(talk.say("Four"), len(talk.chat.history))
