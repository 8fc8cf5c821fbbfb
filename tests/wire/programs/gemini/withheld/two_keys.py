"""Models that were asked before keep their key when another one is configured."""

import google.generativeai as genai

genai.configure(api_key="AIza-one")
first = genai.GenerativeModel("gemini-pro")
print(first.generate_content("Hello").text)
genai.configure(api_key="AIza-two")
print(first.generate_content("Hello").text)
print(genai.GenerativeModel("gemini-pro").generate_content("Hello").text)
