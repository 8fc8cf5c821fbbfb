"""A text that is missing is passed over."""

import contextlib
import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")
out = "none"
with contextlib.suppress(ValueError):
    out = m.generate_content("blocked").text.upper()
print(out, m.generate_content("b").text)
