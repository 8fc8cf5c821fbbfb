import os

import google.generativeai as genai


class Gemini:
    """Asks Gemini."""

    def __init__(self, api_key=None, model_name="gemini-1.5-flash"):
        self.api_key = api_key or os.getenv("GEMINI_API_KEY")
        if not self.api_key:
            raise ValueError("GEMINI_API_KEY is not set")
        genai.configure(api_key=self.api_key)
        self.model_name = model_name
        self.model = genai.GenerativeModel(self.model_name)

    def generate(self, prompt, temperature=0.7):
        response = self.model.generate_content(
            prompt, generation_config=genai.types.GenerationConfig(temperature=temperature)
        )
        return response.text
