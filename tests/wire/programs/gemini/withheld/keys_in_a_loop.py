"""Every key of a loop makes a model, and none of them is asked before the last key is set."""

import google.generativeai as genai


def ask(model):
    return model.generate_content("x").text


def main(keys):
    models = []
    for key in keys:
        genai.configure(api_key=key)
        models.append(genai.GenerativeModel("m", system_instruction="S"))
    for one in models:
        print(ask(one))


main(["k1", "k2"])
