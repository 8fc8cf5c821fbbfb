"""The settings are an object of the library."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

config = genai.GenerationConfig(temperature=0.3, top_p=0.8, max_output_tokens=64, stop_sequences=["END"])
model = genai.GenerativeModel("gemini-1.5-flash", generation_config=config)
print(model.generate_content("With settings").text)

other = genai.GenerativeModel("gemini-1.5-flash")
response = other.generate_content(
    "At the call",
    generation_config=genai.types.GenerationConfig(candidate_count=1, max_output_tokens=20, temperature=1.0),
)
print(response.text)
