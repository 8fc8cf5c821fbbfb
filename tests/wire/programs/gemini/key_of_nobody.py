"""Without a key of its own the program goes on with that of the environment."""

import os

import google.generativeai as genai

key = os.environ.get("KEY_OF_NOBODY", "")
if not key:
    print("There is no key.")
else:
    genai.configure(api_key=key)

print(genai.GenerativeModel("gemini-pro").generate_content("Hello").text)
