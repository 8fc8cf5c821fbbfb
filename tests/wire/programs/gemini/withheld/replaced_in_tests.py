"""A test replaces the library by its name."""

from unittest.mock import patch

import google.generativeai as genai


def ask(prompt):
    genai.configure(api_key="AIza-own")
    return genai.GenerativeModel("gemini-pro").generate_content(prompt).text


with patch("google.generativeai.GenerativeModel") as model:
    model.return_value.generate_content.return_value.text = "made up"
    print(ask("Hello"))
