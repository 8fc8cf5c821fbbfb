"""Every model answers in turn."""

import google.generativeai as genai

genai.configure(api_key="k1")
for name in ["m1", "m2"]:
    model = genai.GenerativeModel(name)
    print(model.generate_content("a").text)
models = [genai.GenerativeModel(n) for n in ("m3", "m4")]
for m in models:
    print(m.generate_content("b").text)
