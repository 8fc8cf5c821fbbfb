"""The library is loaded by those who need it."""

import os


def summarize(text):
    import google.generativeai as genai

    genai.configure(api_key=os.environ["GOOGLE_API_KEY"])
    model = genai.GenerativeModel("gemini-1.5-flash")
    return model.generate_content("Summarize: " + text).text


class Provider:
    def __init__(self, key):
        try:
            import google.generativeai as genai
        except ImportError as error:
            raise RuntimeError("google-generativeai is not installed") from error
        genai.configure(api_key=key)
        self.model = genai.GenerativeModel("gemini-1.5-pro")

    def complete(self, prompt):
        return self.model.generate_content(prompt).text


print(summarize("Much text."))
print(Provider("AIza-own").complete("More."))
