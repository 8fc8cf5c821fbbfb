"""Nobody configures the library: the key is in the environment."""

import google.generativeai as genai

model = genai.GenerativeModel("gemini-1.5-flash")
print(model.generate_content("Hello").text)
