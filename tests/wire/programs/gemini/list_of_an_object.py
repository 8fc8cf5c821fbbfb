"""Models are taken out of a list of an object, and put back."""

import google.generativeai as genai

genai.configure(api_key="k1")


class A:
    def __init__(self):
        self.free = []
        self.free.append(genai.GenerativeModel("m"))

    def ask(self, t):
        model = self.free.pop(0)
        try:
            return model.generate_content(t).text
        finally:
            self.free.append(model)


print(A().ask("x"))
