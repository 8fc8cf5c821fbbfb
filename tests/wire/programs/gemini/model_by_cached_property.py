"""A cached property configures the library and makes the model."""

from functools import cached_property

import google.generativeai as genai


class A:
    @cached_property
    def model(self):
        genai.configure(api_key="k1")
        return genai.GenerativeModel("m")

    def ask(self, t):
        return self.model.generate_content(t).text


a = A()
print(a.ask("a"), a.ask("b"))
