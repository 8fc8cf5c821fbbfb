"""A quota that is used up is waited for."""

import time

import google.generativeai as genai
from google.api_core.exceptions import ResourceExhausted

genai.configure(api_key="AIza-own")


def generate_with_retry(prompt, retries=3):
    model = genai.GenerativeModel("gemini-1.5-pro")
    for attempt in range(retries):
        try:
            response = model.generate_content(prompt)
            return response.text
        except ResourceExhausted:
            print(f"attempt {attempt + 1} failed")
            time.sleep(0.01)
    return None


print(generate_with_retry("Hello"))
print(generate_with_retry("fail-429"))
