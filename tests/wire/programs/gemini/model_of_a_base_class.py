"""A class takes over the model of its base."""

import google.generativeai as genai


class Base:
    def __init__(self):
        genai.configure(api_key="k1")
        self.model = genai.GenerativeModel("m")


class Child(Base):
    def ask(self, t):
        return self.model.generate_content(t).text


print(Child().ask("a"))
