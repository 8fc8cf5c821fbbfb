"""The transport is named."""

import google.generativeai as genai

genai.configure(api_key="AIza-own", transport="rest")
model = genai.GenerativeModel("gemini-1.5-flash")
print(model.generate_content("Hello").text)
