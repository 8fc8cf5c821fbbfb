"""One module configures the library, another one asks."""

import google.generativeai as genai

import settings
from answers import answer


def main():
    model = genai.GenerativeModel(settings.MODEL)
    print(model.generate_content("Is everything set up?").text)
    print(answer("What is a spoon?"))


main()
