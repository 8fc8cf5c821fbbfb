"""Many texts are translated side by side."""

from concurrent.futures import ThreadPoolExecutor

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def translate(text):
    return model.generate_content(f"Translate: {text}").text


with ThreadPoolExecutor(max_workers=1) as pool:
    for translated in pool.map(translate, ["one", "two", "three"]):
        print(translated)
