"""A class of the program is a model."""

import google.generativeai as genai


class Logged(genai.GenerativeModel):
    def generate_content(self, contents, **options):
        print("asked", contents)
        return super().generate_content(contents, **options)


genai.configure(api_key="AIza-own")
print(Logged("gemini-pro").generate_content("Hello").text)
