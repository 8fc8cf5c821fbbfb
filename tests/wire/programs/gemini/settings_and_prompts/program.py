"""Settings, prompts and the one who asks are files of their own."""

import google.generativeai as genai

from config import GENERATION, KEY, MODEL_NAME
from prompts.texts import INSTRUCTION, question_about

genai.configure(api_key=KEY)
model = genai.GenerativeModel(MODEL_NAME, generation_config=GENERATION, system_instruction=INSTRUCTION)

for thing in ("rain", "snow"):
    print(model.generate_content(question_about(thing)).text)
