"""An object with slots has no place for a client."""

import google.generativeai as genai


class A:
    __slots__ = ["key"]

    def __init__(self):
        self.key = "AIza-own"
        genai.configure(api_key=self.key)

    def ask(self, t):
        return genai.GenerativeModel("gemini-pro").generate_content(t).text

print(A().ask("x"))
