"""The library is imported under its whole name."""

import google.generativeai

google.generativeai.configure(api_key="AIza-own")
model = google.generativeai.GenerativeModel("gemini-pro")
answer = model.generate_content("Hello")
print(answer.text)
