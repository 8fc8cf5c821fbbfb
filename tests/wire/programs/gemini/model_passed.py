"""A model is handed to the functions that ask."""

import google.generativeai as genai


def setup(key):
    genai.configure(api_key=key)
    return genai.GenerativeModel("gemini-1.5-flash")


def title(model, text):
    return model.generate_content(f"A title for: {text}").text


def titles(model, texts):
    return [title(model, text) for text in texts]


def main():
    model = setup("AIza-own")
    for each in titles(model, ["One day", "Another day"]):
        print(each)
    print(title(model=model, text="The last day"))


main()
