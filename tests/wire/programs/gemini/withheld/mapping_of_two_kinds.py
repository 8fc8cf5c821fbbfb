"""A mapping holds models and texts."""

import google.generativeai as genai

genai.configure(api_key="k1")


class A:
    def __init__(self):
        self.models = {}

    def add(self, name):
        self.models[name] = genai.GenerativeModel(name)

    def other(self, name):
        self.models[name] = name.upper()

    def ask(self, name):
        return self.models[name].generate_content("x").text


a = A()
a.add("m")
a.other("n")
print(a.ask("m"), a.models["n"])
