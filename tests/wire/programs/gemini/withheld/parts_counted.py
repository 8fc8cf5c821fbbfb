"""The parts of an answer that may be empty are counted."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
response = model.generate_content("Hello")
print(len(response.parts), len(response.candidates))
print([part.text for part in response.candidates[0].content.parts])
