"""Contents are made of the service's own classes, which another package has that came along."""

import google.ai.generativelanguage as glm
import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
print(model.generate_content(glm.Content(parts=[glm.Part(text="Hello")])).text)
