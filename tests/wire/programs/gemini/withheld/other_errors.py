"""Errors that the new library does not raise in this way are caught."""

import google.generativeai as genai
from google.api_core.exceptions import RetryError, ServiceUnavailable

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

try:
    print(model.generate_content("Hello").text)
except RetryError:
    print("tried for long")
except ServiceUnavailable:
    print("not there")
