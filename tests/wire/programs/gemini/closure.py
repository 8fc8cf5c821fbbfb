"""A function keeps the model that its maker configured."""

import google.generativeai as genai


def make(key):
    genai.configure(api_key=key)
    model = genai.GenerativeModel("m")
    return lambda t: model.generate_content(t).text


f = make("k1")
print(f("x"), f("y"))
