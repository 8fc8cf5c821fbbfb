"""What is waited for is asked in a chat or not, read within a handler, and gone through once more."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


def ask(text, chat):
    try:
        if chat:
            response = model.start_chat().send_message(text, stream=True)
            response.resolve()
            for chunk in response:
                print(chunk.text)
            return response.text.replace("a", "b")
        else:
            response = model.generate_content([text, "more"], stream=True)
            response.resolve()
            text = response.text
            return text
    except Exception as e:
        print(type(e).__name__ != "", "failed")


for t in "a story", "blocked", "empty answer", "unsafe", "breaks off":
    for chat in (False, True):
        print(ask(t, chat))
