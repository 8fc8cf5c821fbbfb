"""A chat goes on after what failed."""

import google.generativeai as genai


class Bot:
    def __init__(self):
        genai.configure(api_key="k1")
        self.model = genai.GenerativeModel("m")
        self.chat = self.model.start_chat(history=[])

    def ask(self, t):
        try:
            response = self.chat.send_message(t)
            return response.text
        except Exception as e:
            return "failed"


b = Bot()
print(b.ask("a"), b.ask("blocked"), b.ask("b"), b.ask("fail-429"))
