"""A stream that is blocked or cut is caught where it is read."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


def f(t):
    out = ""
    try:
        for c in m.generate_content(t, stream=True):
            if c.text:
                out += c.text
    except Exception:
        out += "!"
    return out


print(f("a"), f("blocked"), f("breaks off"))
