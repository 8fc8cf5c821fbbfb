"""Failures of the service are told apart."""

import google.generativeai as genai
from google.api_core import exceptions

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def ask(prompt):
    try:
        return model.generate_content(prompt).text
    except exceptions.ResourceExhausted:
        return "busy"
    except exceptions.NotFound:
        return "unknown model"
    except exceptions.GoogleAPIError:
        return "failed"


print(ask("Hello"))
for status in (404, 429, 500):
    print(ask(f"fail-{status}"))
