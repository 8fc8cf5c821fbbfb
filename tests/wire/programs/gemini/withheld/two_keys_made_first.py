"""Two models are made with two keys before the first is asked."""

import google.generativeai as genai


def make(key):
    genai.configure(api_key=key)
    return genai.GenerativeModel("m", system_instruction="S")


a = make("k1")
b = make("k2")
print(a.generate_content("a").text, b.generate_content("b").text)
