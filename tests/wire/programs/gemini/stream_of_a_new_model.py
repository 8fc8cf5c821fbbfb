"""A stream is read of a model that nothing else holds."""

import google.generativeai as genai


def make():
    genai.configure(api_key="k1")
    return genai.GenerativeModel("m", system_instruction="S")


for chunk in make().generate_content("a", stream=True):
    print(chunk.text)
