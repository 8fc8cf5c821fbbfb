"""A conversation at the terminal until the user has enough."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat(history=[])

typed = iter(["Hello", "What is the time?", "exit"])

while True:
    question = next(typed)
    if question == "exit":
        break
    response = chat.send_message(question, stream=True)
    for chunk in response:
        print(chunk.text, end="")
    print("\n" + "_" * 20)

print(chat.send_message("One more.").text)
