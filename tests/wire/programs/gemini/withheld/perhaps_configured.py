"""With a key the library is configured, without one it is asked all the same."""

import os

import google.generativeai as genai

if os.environ.get("MY_KEY"):
    genai.configure(api_key=os.environ["MY_KEY"])

model = genai.GenerativeModel("gemini-pro")
print(model.generate_content("Hello").text)
