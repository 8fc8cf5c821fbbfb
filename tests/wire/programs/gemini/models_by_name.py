"""A mapping of models is looked at in many ways."""

import google.generativeai as genai

genai.configure(api_key="k1")
models = {}
models["m"] = genai.GenerativeModel("m")
print(len(models), list(models), "m" in models)
for name, model in models.items():
    print(name, model.generate_content("x").text)
print(sorted(models)[0])
