import google.generativeai as genai

import settings


def ask(question):
    return genai.GenerativeModel("gemini-pro").generate_content(question).text
