"""A call without a key goes on with what an earlier one said."""

import google.generativeai as genai


def ask(question, key=None):
    if key:
        genai.configure(api_key=key)
    return genai.GenerativeModel("gemini-pro").generate_content(question).text


print(ask("Hello", "AIza-one"))
print(ask("Hello again"))
