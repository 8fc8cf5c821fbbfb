"""A chat of a model that gives several answers is refused."""

import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m", generation_config={"candidate_count": 2})
try:
    m.start_chat()
except ValueError:
    print("no")
print(len(m.generate_content("x").candidates))
