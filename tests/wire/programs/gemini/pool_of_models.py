"""Models are made when they are asked for, and kept in a mapping."""

import google.generativeai as genai

genai.configure(api_key="k1")


class Pool:
    def __init__(self):
        self.models = {}

    def get(self, name):
        if name not in self.models:
            self.models[name] = genai.GenerativeModel(name)
        return self.models[name]

    def ask(self, name, t):
        return self.get(name).generate_content(t).text


p = Pool()
print(p.ask("m", "a"), p.ask("n", "b"), p.ask("m", "c"))
