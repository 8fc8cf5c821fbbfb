"""The library calls the program's functions by itself."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")


def multiply(a: float, b: float) -> float:
    """The product."""
    return a * b


model = genai.GenerativeModel("gemini-1.5-flash", tools=[multiply])
chat = model.start_chat(enable_automatic_function_calling=True)
print(chat.send_message("57 times 44?").text)
