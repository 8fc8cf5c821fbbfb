"""Settings of other modules that are put together there, or would have to be written anew."""

import google.generativeai as genai

from settings import GENERATION, SAFETY, SHORT, UNKNOWN

genai.configure(api_key="AIza-own")
print(genai.GenerativeModel("gemini-pro", safety_settings=SAFETY).generate_content("Hello").text)
print(genai.GenerativeModel("gemini-pro", safety_settings=SHORT).generate_content("Hello").text)
print(genai.GenerativeModel("gemini-pro", generation_config=GENERATION).generate_content("Hello").text)
print(genai.GenerativeModel("gemini-pro", generation_config=UNKNOWN).generate_content("Hello").text)
