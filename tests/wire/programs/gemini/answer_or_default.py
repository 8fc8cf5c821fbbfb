"""Whatever goes wrong, the program has an answer."""

import os

import google.generativeai as genai


class Recommender:
    def __init__(self):
        self.api_key = os.environ.get("GEMINI_API_KEY")
        self.model = None
        if self.api_key:
            genai.configure(api_key=self.api_key)
            self.model = genai.GenerativeModel("gemini-1.5-flash")

    def recommend(self, taste):
        if self.model is None:
            return "anything"
        try:
            response = self.model.generate_content(f"Recommend something for: {taste}")
            return response.text.strip()
        except Exception as e:
            print(f"Error: {type(e).__name__}")
            return "something else"


recommender = Recommender()
print(recommender.recommend("sweet"))
print(recommender.recommend("blocked"))
print(recommender.recommend("empty answer"))
