"""A model with an instruction and one without are handed to the same function."""

import google.generativeai as genai

genai.configure(api_key="k1")


def ask(model, t):
    return model.generate_content(t).text


m = genai.GenerativeModel("m", system_instruction="S")
print(ask(m, "a"), ask(genai.GenerativeModel("n"), "b"))
