"""A function gives a model with an instruction."""

import google.generativeai as genai


def make():
    genai.configure(api_key="k1")
    return genai.GenerativeModel("m", system_instruction="S")


m = make()
print(m.generate_content("a").text, make().generate_content("b").text)
