"""Answers are kept in attributes of an object, and read by its other methods."""

import openai
class A:
    response = None
    def __init__(self, p):
        self.p = p
        self._stream = None
    def run(self):
        self.response = openai.Completion.create(model="ada", prompt=self.p)
        self._stream = openai.ChatCompletion.create(model="m", messages=[], stream=True)
        return self
    def text(self):
        if self.response is None: return ""
        return self.response["choices"][0]["text"] + "".join(c["choices"][0]["delta"].get("content", "") for c in self._stream)
    @property
    def tokens(self):
        return self.response["usage"]["total_tokens"]
a = A("x").run()
print(a.text(), a.tokens)
print(a.response["model"])
