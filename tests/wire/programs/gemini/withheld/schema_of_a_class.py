"""A class says how an answer has to look."""

import typing

import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Recipe(typing.TypedDict):
    name: str
    minutes: int


model = genai.GenerativeModel("gemini-1.5-flash")
config = genai.GenerationConfig(response_mime_type="application/json", response_schema=list[Recipe])
print(model.generate_content("Two recipes", generation_config=config).text)
