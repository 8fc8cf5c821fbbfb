"""Models are fields of dataclasses: passed in a list of objects, or made where none is passed."""

from dataclasses import dataclass, field

import google.generativeai as genai

genai.configure(api_key="AIza-own")


@dataclass
class Agent:
    name: str
    model: genai.GenerativeModel
    log: list = field(default_factory=list)

    def run(self, task):
        self.log.append(self.model.generate_content(f"{self.name}: {task}").text)
        return self.log[-1]


@dataclass
class Context:
    user: str
    own: genai.GenerativeModel = field(default_factory=lambda: genai.GenerativeModel("gemini-1.5-flash"))


agents = [
    Agent("one", genai.GenerativeModel("gemini-1.5-flash")),
    Agent(name="two", model=genai.GenerativeModel("gemini-1.5-pro")),
]
for agent in agents:
    print(agent.run("Go"), len(agent.log))
context = Context("me")
print(context.own.generate_content(context.user).text)
other = Context("you", genai.GenerativeModel("gemini-pro"))
print(other.own.generate_content("Who?").text)
