"""Bytes of a picture are sent as they are."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

vision_model = genai.GenerativeModel("gemini-pro-vision")


def parts_of(path):
    with open(path, "rb") as file:
        data = file.read()
    return [{"mime_type": "image/png", "data": data}]


def recognize(path):
    image_parts = parts_of(path)
    prompt_parts = ["What is in the picture?", image_parts[0]]
    response = vision_model.generate_content(prompt_parts)
    return response.text


with open("picture.png", "rb") as file:
    image = {"mime_type": "image/png", "data": file.read()}
print(vision_model.generate_content(["Describe", image, "in one word"]).text)
print(recognize("picture.png"))
