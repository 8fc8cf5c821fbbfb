"""A mapping is filled with models that have instructions of their own."""

import google.generativeai as genai

genai.configure(api_key="k1")
models = {}


def ask(name, t):
    if name not in models:
        models[name] = genai.GenerativeModel(name, system_instruction=f"You are {name}.")
    return models[name].generate_content(t).text


print(ask("m", "a"), ask("n", "b"), ask("m", "c"))
