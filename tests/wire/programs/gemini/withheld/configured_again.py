"""A function configures another key after a model was asked."""

import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")
print(model.generate_content("x").text)


def set_key(k):
    genai.configure(api_key=k)


set_key("k2")
print(model.generate_content("x").text)
print(genai.GenerativeModel("m").generate_content("x").text)
