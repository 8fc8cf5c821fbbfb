"""One object of settings serves a model and a call."""

import google.generativeai as genai

genai.configure(api_key="k1")
CFG = genai.types.GenerationConfig(temperature=0.2)
a = genai.GenerativeModel("m", generation_config=CFG)
print(a.generate_content("x").text)
print(genai.GenerativeModel("n").generate_content("x", generation_config=CFG).text)
print(CFG.temperature)
