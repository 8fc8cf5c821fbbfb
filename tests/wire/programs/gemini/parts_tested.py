"""Whether there are parts is asked before they are read."""

import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")


def ask(t):
    try:
        r = model.generate_content(t)
    except Exception:
        return "failed"
    if r.candidates and r.candidates[0].content.parts:
        return r.text
    return "empty"


print(ask("a"), ask("fail-404"), ask("unsafe"), ask("blocked"))
