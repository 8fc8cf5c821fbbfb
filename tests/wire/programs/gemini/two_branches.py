"""One of several services is asked, as the settings say."""

import os

import google.generativeai as genai

PROVIDER = "gemini"


def ask_other(prompt):
    return f"other: {prompt}"


def ask_gemini(prompt, model_name=None):
    key = os.environ.get("GOOGLE_API_KEY")
    if not key:
        raise RuntimeError("No key")
    genai.configure(api_key=key)
    model = genai.GenerativeModel(model_name or "gemini-1.5-flash")
    return model.generate_content(prompt).text


def ask(prompt):
    if PROVIDER == "gemini":
        return ask_gemini(prompt)
    elif PROVIDER == "other":
        return ask_other(prompt)
    raise ValueError(PROVIDER)


print(ask("Hello"))
print(ask_gemini("Hello", model_name="gemini-1.5-pro"))
