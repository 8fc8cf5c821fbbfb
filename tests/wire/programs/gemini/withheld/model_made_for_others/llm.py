import google.generativeai as genai

genai.configure(api_key="k1")


def make():
    return genai.GenerativeModel("m")


def greet():
    return make().generate_content("x").text
