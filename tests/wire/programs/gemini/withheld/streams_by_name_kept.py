"""A name says whether an answer streams, and what it gives is handed on, read anyway, or not looped over each time."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def handed_on(prompt, stream):
    return model.generate_content(prompt, stream=stream)


def read_anyway(prompt, stream):
    response = model.generate_content(prompt, stream=stream)
    if stream:
        for piece in response:
            print(piece.text)
    return response.text


def bound_anew(prompt, stream=None):
    if stream is None:
        stream = False
    response = model.generate_content(prompt, stream=stream)
    if stream:
        return [piece.text for piece in response]
    return response.text


def not_each_time(prompt, stream, quiet):
    response = model.generate_content(prompt, stream=stream)
    if stream:
        if quiet:
            return None
        return [piece.text for piece in response]
    return response.text


print(handed_on("Hello", stream=False).text, read_anyway("Hello", stream=False), bound_anew("Hello"))
print(not_each_time("Hello", stream=True, quiet=True))
