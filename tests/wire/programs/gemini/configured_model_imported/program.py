"""Models with configurations are taken from another module."""

from ai import kind as model, short


class Talk:
    def __init__(self):
        self.chat = model.start_chat()

    def say(self, text):
        return self.chat.send_message(text).text


print(Talk().say("Hello"), short.generate_content("Bye").text)
