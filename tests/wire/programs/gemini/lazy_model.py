"""A model is made when it is asked for the first time."""

import os
import google.generativeai as genai


class A:
    def __init__(self):
        self._model = None

    def _ensure(self):
        if self._model is None:
            genai.configure(api_key=os.environ["GEMINI_API_KEY"])
            self._model = genai.GenerativeModel("m")
        return self._model

    def ask(self, t):
        return self._ensure().generate_content(t).text


a = A()
print(a.ask("x"), a.ask("y"))
