"""An answer is shown while it comes."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def tell(prompt):
    response = model.generate_content(prompt, stream=True)
    for chunk in response:
        print(chunk.text, end="", flush=True)
    print()


def pieces(prompt):
    for chunk in model.generate_content(prompt, stream=True):
        if chunk.text:
            yield chunk.text


def talk(question):
    chat = model.start_chat()
    said = ""
    for chunk in chat.send_message(question, stream=True):
        said += chunk.text
    return said


tell("A story.")
print("|".join(pieces("A poem.")))
print(talk("And you?"))
