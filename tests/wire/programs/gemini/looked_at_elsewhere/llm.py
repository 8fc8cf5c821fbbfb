import google.generativeai as genai

genai.configure(api_key="k")
model = genai.GenerativeModel("m")
MODELS = {"short": model, "long": genai.GenerativeModel("n")}


class Service:
    def __init__(self):
        self.model = genai.GenerativeModel("s")

    def answer(self, text):
        return self.model.generate_content(text).text


def ask(name, text):
    return MODELS[name].generate_content(text).text
