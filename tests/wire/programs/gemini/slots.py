"""An object with slots keeps a model."""

import google.generativeai as genai


class A:
    __slots__ = ["key", "model"]

    def __init__(self):
        self.key = "AIza-own"
        genai.configure(api_key=self.key)
        self.model = genai.GenerativeModel("gemini-pro", generation_config={"temperature": 0.2})

    def ask(self, t):
        return self.model.generate_content(t).text

print(A().ask("x"))
