"""A configured model is put where another module asks one."""
import google.generativeai as genai

import llm
from llm import Base

llm.model = genai.GenerativeModel("gemini-1.5-pro", system_instruction="Short.")
print(llm.ask("One"))


class Mine(Base):
    def __init__(self):
        super().__init__()
        self.own = genai.GenerativeModel("gemini-1.5-pro", system_instruction="Short.")


print(Mine().say("Two"))
