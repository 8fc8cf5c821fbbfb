import os

import google.generativeai as genai

MODEL = "gemini-1.5-pro"
genai.configure(api_key=os.environ["GEMINI_API_KEY"])
