"""An answer without parts is caught where its first part is read."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


def f(t):
    try:
        return m.generate_content(t).candidates[0].content.parts[0].text
    except (IndexError, ValueError):
        return "none"


print(f("a"), f("blocked"), f("empty answer"))
