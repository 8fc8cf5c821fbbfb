"""Several models wait in a mapping until one is chosen."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

MODELS = {
    "fast": genai.GenerativeModel("gemini-1.5-flash"),
    "good": genai.GenerativeModel("gemini-1.5-pro"),
}


def ask(kind, prompt):
    model = MODELS.get(kind) or MODELS["fast"]
    return model.generate_content(prompt).text


for kind in MODELS:
    print(kind, ask(kind, "Who is faster?"))
print(ask("unknown", "Who is better?"))
