"""Two classes have a model each, of which one is a text."""

import google.generativeai as genai


class Gemini:
    def __init__(self):
        genai.configure(api_key="k1")
        self.model = genai.GenerativeModel("m")

    def ask(self, t):
        return self.model.generate_content(t).text


class Echo:
    def __init__(self):
        self.model = "echo"

    def ask(self, t):
        return f"{self.model}: {t}"


for one in Gemini(), Echo():
    print(one.ask("x"))
