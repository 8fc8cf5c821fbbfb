"""A function gives two models at once."""

import google.generativeai as genai

genai.configure(api_key="k1")


def make():
    return genai.GenerativeModel("a"), genai.GenerativeModel("b", system_instruction="S")


x, y = make()
print(x.generate_content("a").text, y.generate_content("b").text)
