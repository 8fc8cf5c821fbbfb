"""A model is made by position."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel(
    "m", [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}], {"temperature": 0.5}
)
print(m.generate_content("a").text)
