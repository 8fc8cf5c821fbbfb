"""A call gives settings over those of whichever model it gets."""

import google.generativeai as genai

genai.configure(api_key="k1")


def ask(model, t, warm):
    return model.generate_content(t, generation_config={"temperature": warm}).text


print(ask(genai.GenerativeModel("m", system_instruction="S"), "a", 0.1))
print(ask(genai.GenerativeModel("m"), "a", 0.5))
