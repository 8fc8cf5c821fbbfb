"""An answer without text is caught by the function above."""

import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")


def raw(t):
    return model.generate_content(t).text


def safe(t):
    try:
        return raw(t)
    except Exception:
        return "sorry"


print(safe("a"), safe("blocked"))
