"""A dataclass that holds a model is printed."""

from dataclasses import dataclass

import google.generativeai as genai

genai.configure(api_key="k1")


@dataclass
class Agent:
    name: str
    model: object


a = Agent("a", genai.GenerativeModel("m"))
print(a)
print(a.model.generate_content("x").text)
