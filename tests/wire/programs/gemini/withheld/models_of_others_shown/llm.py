import google.generativeai as genai

genai.configure(api_key="AIza-own")


def make():
    return genai.GenerativeModel("gemini-pro")


print(make().generate_content("One").text)
