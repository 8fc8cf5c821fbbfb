"""Models of another module are asked: an attribute of it, of a class in it, and what a function gives."""
import llm
from llm import Models, make


class Service:
    def __init__(self, name):
        self.model = make(name)
        self.chat = self.model.start_chat(history=[])

    def say(self, text):
        return self.chat.send_message(text).text

    def ask(self, text):
        return self.model.generate_content(text, generation_config={"temperature": 0.5}).text


print(llm.model.generate_content("One").text, Models.fast.generate_content("Two").text)
print(Models.slow.count_tokens("Three").total_tokens, make().generate_content("Four").text)
service = Service("gemini-1.5-pro")
print(service.ask("Five"), service.say("Six"), service.say("Seven"))
for piece in llm.make().generate_content("Eight", stream=True):
    print(piece.text)
