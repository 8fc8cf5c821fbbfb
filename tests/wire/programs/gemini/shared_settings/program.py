"""Settings, safety and the first turns are taken from other modules: by name, through the module, or with everything."""

import google.generativeai as genai

import tuning
from common.turns import OPENING
from safety import *
from tuning import CAREFUL as careful

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro", generation_config=careful, safety_settings=SAFETY)
print(model.generate_content("Careful").text)


def ask(prompt):
    quick = genai.GenerativeModel("gemini-pro", generation_config=tuning.QUICK)
    return quick.generate_content(prompt, safety_settings=SAFETY).text


print(ask("Quick"))
print(genai.GenerativeModel("gemini-pro", safety_settings=MILD).generate_content("Mild").text)


def own_settings():
    """What is asked in a hurry."""
    return {"max_output_tokens": 16}


given = genai.GenerativeModel("gemini-pro", generation_config=tuning.given(), safety_settings=given_safety())
print(given.generate_content("Given").text)
print(genai.GenerativeModel("gemini-pro", generation_config=own_settings()).generate_content("Own").text)
chat = model.start_chat(history=OPENING)
print(chat.send_message("And now?").text)
print(len(chat.history))
