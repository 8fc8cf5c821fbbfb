"""A part of the settings is shared."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

BASE = {"temperature": 0.5, "top_p": 0.9}


def ask(prompt, tokens=50):
    model = genai.GenerativeModel("gemini-1.5-flash", generation_config={**BASE, "max_output_tokens": tokens})
    return model.generate_content(prompt).text


def ask_with(prompt, temperature):
    config = {"temperature": temperature, "top_k": 3}
    model = genai.GenerativeModel("gemini-1.5-flash")
    return model.generate_content(prompt, generation_config=config).text


print(ask("Short"))
print(ask("Long", tokens=500))
print(ask_with("Wild", 1.5))
