"""The loop over a stream may end before the stream does."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

response = model.generate_content("A story", stream=True)
for chunk in response:
    print(chunk.text)
    if "two" in chunk.text:
        break
response.resolve()
print(response.text)
