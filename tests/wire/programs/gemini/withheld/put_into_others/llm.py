import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


class Base:
    def __init__(self):
        self.own = genai.GenerativeModel("gemini-pro")

    def say(self, text):
        return self.own.generate_content(text).text


def ask(text):
    return model.generate_content(text).text
