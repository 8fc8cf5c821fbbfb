"""Settings are given or taken from a default."""

import google.generativeai as genai

genai.configure(api_key="k1")
DEFAULT = {"temperature": 0.3}


class A:
    def __init__(self, config=None):
        self.config = config or DEFAULT
        self.model = genai.GenerativeModel("m", generation_config=self.config)

    def ask(self, t):
        return self.model.generate_content(t).text


print(A().ask("x"), A({"top_k": 2}).ask("x"))
