"""Another key is taken for every question."""

import itertools

import google.generativeai as genai

KEYS = itertools.cycle(["AIza-one", "AIza-two"])


def ask(question):
    genai.configure(api_key=next(KEYS))
    model = genai.GenerativeModel("gemini-1.5-flash")
    return model.generate_content(question).text


for question in ("One?", "Two?", "Three?"):
    print(ask(question))
