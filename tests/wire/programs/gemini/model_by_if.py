"""With a picture another model is asked."""

import pathlib

import google.generativeai as genai

genai.configure(api_key="AIza-own")


def describe(prompt, picture=None):
    if picture:
        model = genai.GenerativeModel("gemini-pro-vision")
        data = pathlib.Path(picture).read_bytes()
        response = model.generate_content([prompt, {"mime_type": "image/png", "data": data}])
    else:
        model = genai.GenerativeModel("gemini-pro")
        response = model.generate_content(prompt)
    return response.text


def quick(prompt, fast):
    model = genai.GenerativeModel("gemini-1.5-flash") if fast else genai.GenerativeModel("gemini-1.5-pro")
    return model.generate_content(prompt).text


print(describe("What is a picture?"))
print(describe("What do you see?", "picture.png"))
print(quick("One word.", True), quick("Many words.", False))
