"""Why an answer ended is compared with numbers."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")
for t in ("a", "unsafe", "cut short"):
    c = m.generate_content(t).candidates[0]
    print(c.finish_reason == 1, c.finish_reason != 3, c.finish_reason.name)
