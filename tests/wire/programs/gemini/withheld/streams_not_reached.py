"""Streams are asked for that nobody reads, or only sometimes."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

for prompt in ("A story", "Another"):
    response = model.generate_content(prompt, stream=True)
for chunk in response:
    print(chunk.text)


def tell(prompt, loud):
    pieces = model.generate_content(prompt, stream=True)
    if not loud:
        return
    for piece in pieces:
        print(piece.text)


def told(prompt, loud):
    pieces = model.generate_content(prompt, stream=True)
    if loud:
        print("".join(piece.text for piece in pieces))


tell("A story", loud=False)
told("A story", loud=False)
