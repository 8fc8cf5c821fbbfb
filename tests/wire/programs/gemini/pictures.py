"""A picture is opened and asked about."""

import google.generativeai as genai
from PIL import Image

genai.configure(api_key="AIza-own")


def describe(path, question=None):
    img = Image.open(path)
    model = genai.GenerativeModel("gemini-1.5-flash")
    if question:
        response = model.generate_content([question, img])
    else:
        response = model.generate_content(img)
    return response.text


print(describe("picture.png", "What is it?"))
print(describe("picture.png"))
