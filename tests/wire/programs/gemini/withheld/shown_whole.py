"""Objects of the library are shown as a whole."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
response = model.generate_content("Hello")
print(response)
print(model)
print(response.candidates[0].finish_reason)
