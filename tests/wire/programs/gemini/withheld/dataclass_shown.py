"""Objects of a dataclass with a model are shown in their list."""

from dataclasses import dataclass

import google.generativeai as genai

genai.configure(api_key="AIza-own")


@dataclass
class Agent:
    name: str
    model: genai.GenerativeModel


agents = [Agent("one", genai.GenerativeModel("gemini-pro"))]
print(agents[0].model.generate_content("One").text)
print(len(str(agents)), repr(agents[0])[:20])
