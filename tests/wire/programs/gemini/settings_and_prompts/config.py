import os

KEY = os.environ["GEMINI_API_KEY"]
MODEL_NAME = "gemini-1.5-flash"
GENERATION = {"temperature": 0.3, "top_k": 20}
