"""A mapping holds models with configurations of their own."""

import google.generativeai as genai

genai.configure(api_key="k1")
MODELS = {
    "kind": genai.GenerativeModel("m", system_instruction="Be kind."),  # the good one
    "short": genai.GenerativeModel(
        "m",
        generation_config={"max_output_tokens": 5},
        # no jokes
        system_instruction="Be short.",
    ),
}


def ask(how, t):
    model = MODELS.get(how) or MODELS["kind"]
    return model.generate_content(t).text


for how in MODELS:
    print(ask(how, "x"))
print([one.generate_content("y").text for one in MODELS.values()])
