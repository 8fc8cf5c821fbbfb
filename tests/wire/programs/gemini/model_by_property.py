"""A property makes the model."""

import google.generativeai as genai

genai.configure(api_key="k1")


class A:
    def __init__(self):
        self._model = None

    @property
    def model(self):
        if self._model is None:
            self._model = genai.GenerativeModel("m")
        return self._model

    def ask(self, t):
        return self.model.generate_content(t).text


print(A().ask("x"))
