"""A dataclass may have a model."""

from dataclasses import dataclass
from typing import Optional

import google.generativeai as genai

genai.configure(api_key="k1")


@dataclass(frozen=True)
class Agent:
    name: str
    model: Optional[genai.GenerativeModel] = None


def ask(agent: Agent, t):
    if agent.model is None:
        return agent.name
    return agent.model.generate_content(t).text


print(ask(Agent("a", genai.GenerativeModel("m")), "x"), ask(Agent("b"), "y"))
