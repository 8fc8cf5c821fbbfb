"""Pieces are read after the function that configured has ended."""

import google.generativeai as genai


def pieces(t):
    genai.configure(api_key="k1")
    model = genai.GenerativeModel("m")
    r = model.generate_content(t, stream=True)
    return (c.text for c in r)


print(list(pieces("x")))
