"""No model is named."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel()
print(model.generate_content("Who are you?").text)
print(genai.GenerativeModel().generate_content("Who am I?").text)
