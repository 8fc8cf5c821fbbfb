"""Names of the library are imported by themselves."""

from google import generativeai as gemini
from google.generativeai import GenerationConfig, GenerativeModel, configure

configure(api_key="AIza-own")
model = GenerativeModel("gemini-1.5-flash", generation_config=GenerationConfig(temperature=0.1))
print(model.generate_content("Hello").text)
print(gemini.GenerativeModel("gemini-1.5-pro").generate_content("Hello").text)
