"""The instruction of a model counts among the tokens."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash", system_instruction="Be short.")
print(model.count_tokens("Hello").total_tokens)
