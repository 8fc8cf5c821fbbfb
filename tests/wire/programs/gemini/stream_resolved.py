"""A stream is waited for and read as a whole, or read as a whole behind its loop."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

response = model.generate_content("A plan")
print(response.text)
response = model.generate_content("A story", stream=True)
response.resolve()
print(response.text)

again = model.generate_content("Another", stream=True)
for chunk in again:
    print(chunk.text)
print(again.text, f"in all: {again.text}")
