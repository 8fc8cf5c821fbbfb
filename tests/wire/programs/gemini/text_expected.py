"""An answer without text is caught together with everything else."""

import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")


def f(t):
    try:
        r = model.generate_content(t)
        if r.text:
            return r.text
        return "none"
    except Exception:
        return "error"


print(f("a"), f("blocked"))
