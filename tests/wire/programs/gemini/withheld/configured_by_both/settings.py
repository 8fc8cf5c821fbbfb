import google.generativeai as genai

genai.configure(api_key="AIza-one")
