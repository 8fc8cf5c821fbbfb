"""Categories that a comprehension goes through are short ones, or may be others."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
short = [{"category": each, "threshold": "BLOCK_NONE"} for each in ("harassment", "hate")]
print(genai.GenerativeModel("gemini-pro", safety_settings=short).generate_content("One").text)
NAMES = ["HARM_CATEGORY_HARASSMENT"]
NAMES.append("hate")
more = [{"category": each, "threshold": "BLOCK_NONE"} for each in NAMES]
print(genai.GenerativeModel("gemini-pro", safety_settings=more).generate_content("Two").text)
