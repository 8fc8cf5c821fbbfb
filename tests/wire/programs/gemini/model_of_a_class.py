"""A class has a configured model for all of its objects."""

import google.generativeai as genai

genai.configure(api_key="k1")


class A:
    model = genai.GenerativeModel("m", system_instruction="S")

    def ask(self, t):
        return self.model.generate_content(t).text

    @classmethod
    def tell(cls, t):
        return cls.model.generate_content(t).text


print(A().ask("x"), A.tell("y"))
