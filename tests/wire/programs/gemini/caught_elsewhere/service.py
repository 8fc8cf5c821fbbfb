import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Service:
    def __init__(self):
        self.model = genai.GenerativeModel("gemini-1.5-flash")
        self.chat = self.model.start_chat()

    def ask(self, text):
        return self.model.generate_content(text).text

    def say(self, text):
        return self.chat.send_message(text).text

    def turns(self):
        return len(self.chat.history)
