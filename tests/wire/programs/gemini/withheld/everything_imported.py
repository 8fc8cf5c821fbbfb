"""All names are imported at once."""

from google.generativeai import *

configure(api_key="AIza-own")
print(GenerativeModel("gemini-pro").generate_content("Hello").text)
