"""A call gives safety settings over those of one of two models."""

import sys

import google.generativeai as genai

genai.configure(api_key="k1")
if len(sys.argv) < 3:
    model = genai.GenerativeModel("m", safety_settings={"harassment": "high"})
else:
    model = genai.GenerativeModel("n", safety_settings={"hate": "low"})
print(model.generate_content("p", safety_settings={"sexual": "low"}).text)
