import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


class Models:
    fast = genai.GenerativeModel("gemini-1.5-flash-8b")
    slow = genai.GenerativeModel("gemini-1.5-pro")


def make(name="gemini-pro"):
    return genai.GenerativeModel(name)
