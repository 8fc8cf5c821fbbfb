"""A model is counted by itself."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m", system_instruction="S")
n = genai.GenerativeModel("n")


def ask(model, seen={}):
    seen[model] = seen.get(model, 0) + 1
    return model.generate_content("x").text, seen[model]


print(ask(m), ask(m), ask(n))
