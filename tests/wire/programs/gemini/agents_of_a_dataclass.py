"""Agents are dataclasses, each with a model of its own."""

from dataclasses import dataclass

import google.generativeai as genai

genai.configure(api_key="k1")


@dataclass
class Agent:
    name: str
    model: genai.GenerativeModel
    tries: int = 1

    def ask(self, t):
        return f"{self.name}: {self.model.generate_content(t).text}"


for agent in (
    Agent("a", genai.GenerativeModel("m", system_instruction="S")),
    Agent(name="b", model=genai.GenerativeModel("n"), tries=2),
):
    print(agent.ask("x"))
