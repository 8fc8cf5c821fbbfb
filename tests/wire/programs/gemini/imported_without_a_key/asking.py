import google.generativeai as genai

genai.configure(api_key="AIza-of-its-own")


def ask(question):
    return genai.GenerativeModel("gemini-pro").generate_content(question).text
