import google.generativeai as genai

import settings

model = genai.GenerativeModel(settings.MODEL, system_instruction="Answer a child.")


def answer(question):
    return model.generate_content(question).text
