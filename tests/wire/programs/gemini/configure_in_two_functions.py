"""Two functions configure the library for themselves."""

import os

import google.generativeai as genai


def translate(text, language):
    genai.configure(api_key=os.getenv("GOOGLE_API_KEY"))
    model = genai.GenerativeModel("gemini-pro")
    response = model.generate_content(f"Translate into {language}: {text}")
    return response.text


def correct(text):
    genai.configure(api_key=os.getenv("GOOGLE_API_KEY"))
    model = genai.GenerativeModel("gemini-1.5-flash", generation_config={"temperature": 0})
    response = model.generate_content(["Correct this text.", text])
    return response.text


if __name__ == "__main__":
    print(translate("Good morning", "German"))
    print(correct("Godo mornign"))
