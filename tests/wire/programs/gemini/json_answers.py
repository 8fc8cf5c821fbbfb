"""Answers in JSON are read with the standard library."""

import json

import google.generativeai as genai

genai.configure(api_key="AIza-own")

model = genai.GenerativeModel(
    "gemini-1.5-flash", generation_config={"response_mime_type": "application/json", "temperature": 0}
)


def extract(text):
    response = model.generate_content(f"Extract the names: {text}")
    try:
        return json.loads(response.text)
    except json.JSONDecodeError:
        return {}


def cleaned(text):
    said = model.generate_content(text).text
    return said.replace("```json", "").replace("```", "").strip()


print(extract("Ann and Bob")["turns"])
print(cleaned("Carl"))
