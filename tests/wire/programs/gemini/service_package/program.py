"""A package holds what talks to the service."""

from llm import Gemini
from llm.tasks import Translator

gemini = Gemini(api_key="AIza-own")
print(gemini.generate("Hello"))
print(gemini.generate("Hello", temperature=0.9))
translator = Translator(gemini)
print(translator.run("cat", "Italian"))
