"""A function asks the model of either of two classes, which are unlike."""

import google.generativeai as genai


class Gemini:
    def __init__(self):
        genai.configure(api_key="k1")
        self.model = genai.GenerativeModel("m")


class Echo:
    def __init__(self):
        self.model = Answering()


class Answering:
    def generate_content(self, t):
        return Text(t)


class Text:
    def __init__(self, t):
        self.text = t


def ask(one, t):
    return one.model.generate_content(t).text


for one in Gemini(), Echo():
    print(ask(one, "x"))
