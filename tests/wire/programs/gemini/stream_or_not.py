"""A parameter says whether the answer comes in pieces."""

import google.generativeai as genai

genai.configure(api_key="k1")


def ask(t, stream=False):
    r = genai.GenerativeModel("m").generate_content(t, stream=stream)
    if stream:
        return "".join(c.text for c in r)
    return r.text


print(ask("x"), ask("x", True))
