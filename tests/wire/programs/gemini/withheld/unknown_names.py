"""Settings with names that the old library refused when they were used."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro", generation_config={"max_tokens": 5})
other = genai.GenerativeModel("gemini-pro", safety_settings={"CIVIC_INTEGRITY": "BLOCK_NONE"})
print(model.generate_content("Hello").text, other.generate_content("Hello").text)
