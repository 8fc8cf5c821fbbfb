"""The program keeps the turns by itself."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

messages = [{"role": "user", "parts": ["What is a bear?"]}]
response = model.generate_content(messages)
print(response.text)

messages.append({"role": "model", "parts": [response.text]})
messages.append({"role": "user", "parts": ["Is it large?"]})
response = model.generate_content(messages)
print(response.text)
print(len(messages))
