"""Models of another module are tested, counted and named, which a text in their place bears as well."""
import llm


class Mine(llm.Service):
    def __init__(self):
        super().__init__()
        self.label = "mine"

    def called(self):
        return self.label


service = Mine()
if llm.model and service.model is not None:
    print(len(llm.MODELS), "long" in llm.MODELS, llm.ask("long", "one"), service.called(), service.answer("two"))
service.model = None
