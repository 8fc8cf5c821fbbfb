"""A call gives settings over those of a model that may have none."""

import sys

import google.generativeai as genai

genai.configure(api_key="k1")
if len(sys.argv) > 3:
    model = genai.GenerativeModel("m", generation_config={"temperature": 1})
else:
    model = genai.GenerativeModel("n")
print(model.generate_content("p", generation_config={"top_k": 3}).text)
