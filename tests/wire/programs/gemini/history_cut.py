"""A long history is cut to its last turns."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Talk:
    def __init__(self, keep=2):
        self.keep = keep
        self.model = genai.GenerativeModel("gemini-1.5-flash")
        self.chat = self.model.start_chat(history=[])

    def say(self, text):
        answer = self.chat.send_message(text).text
        if len(self.chat.history) > self.keep:
            self.chat = self.model.start_chat(history=self.chat.history[-self.keep :])
        return answer


talk = Talk()
for text in ("One", "Two", "Three"):
    print(talk.say(text))
