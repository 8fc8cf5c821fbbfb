"""Two agents share the library and each has its own model."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Agent:
    def __init__(self, name, role):
        self.name = name
        self.model = genai.GenerativeModel("gemini-1.5-flash", system_instruction=role)
        self.chat = self.model.start_chat(history=[])

    def say(self, text):
        return f"{self.name}: {self.chat.send_message(text).text}"


class Team:
    def __init__(self, *agents):
        self.agents = agents

    def discuss(self, topic):
        for agent in self.agents:
            print(agent.say(topic))


Team(Agent("Writer", "You write."), Agent("Critic", "You criticise.")).discuss("Cats")
