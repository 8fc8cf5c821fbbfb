import google.generativeai as genai

genai.configure(api_key="key")
kind = genai.GenerativeModel("gemini-2.5-flash", system_instruction="Be kind.")
short = genai.GenerativeModel("gemini-2.5-flash", generation_config={"max_output_tokens": 20})
