"""A function that runs once configures where there is a key, and asks further on."""

import os

import google.generativeai as genai


def main():
    key = os.getenv("GEMINI_API_KEY")
    if not key:
        print("There is no key.")
    else:
        genai.configure(api_key=key)
        print("There is a key.")
    model = genai.GenerativeModel("gemini-pro", generation_config={"temperature": 0.5})

    def answer(question):
        return model.generate_content(question).text

    print(answer("Hello"), answer("Again"))


if __name__ == "__main__":
    main()
