"""What another module holds is looked at, exchanged, handed on: the new library has no such objects."""
import llm
from llm import MODELS, Service


class Fake:
    text = "fake"

    def generate_content(self, text):
        return self


class Mine(Service):
    def shown(self):
        return type(self.model).__name__


service = Service()
print(type(llm.model).__name__)
kept = service.model
print(type(MODELS["long"]).__name__, type(getattr(llm, "model")).__name__)
service.model = Fake()
print(service.answer("one"), Mine().shown())
