"""Safety settings are made of categories that a comprehension goes through, with levels under names."""

import google.generativeai as genai
from google.generativeai.types import HarmBlockThreshold, HarmCategory

genai.configure(api_key="AIza-own")
CATEGORIES = [HarmCategory.HARM_CATEGORY_HATE_SPEECH, HarmCategory.HARM_CATEGORY_HARASSMENT]
NONE = "BLOCK_NONE"
mapping = {category: HarmBlockThreshold.BLOCK_NONE for category in CATEGORIES}
dicts = [
    {"category": category, "threshold": NONE}
    for category in ("HARM_CATEGORY_SEXUALLY_EXPLICIT", "HARM_CATEGORY_DANGEROUS_CONTENT")
]
one = genai.GenerativeModel("gemini-1.5-flash", safety_settings=mapping)
two = genai.GenerativeModel("gemini-1.5-flash", safety_settings=dicts)
print(one.generate_content("One").text, two.generate_content("Two").text)
print(
    genai.GenerativeModel(
        "gemini-pro",
        safety_settings=[{"category": each, "threshold": "BLOCK_ONLY_HIGH"} for each in CATEGORIES],
    )
    .generate_content("Three")
    .text
)
