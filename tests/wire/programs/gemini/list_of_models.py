"""The models that can answer are listed."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

for m in genai.list_models():
    if "generateContent" in m.supported_generation_methods:
        print(m.name, m.display_name)

names = [model.name for model in genai.list_models() if "embedContent" in model.supported_generation_methods]
print(names)
info = genai.get_model("models/gemini-pro")
print(info.input_token_limit, info.output_token_limit)
