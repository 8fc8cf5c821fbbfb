"""An assistant keeps its model and its chat in its attributes."""

import os

import google.generativeai as genai


class Assistant:
    def __init__(self, name="gemini-1.5-flash"):
        genai.configure(api_key=os.environ["GOOGLE_API_KEY"])
        self.model = genai.GenerativeModel(name)
        self.chat = self.model.start_chat(history=[])

    def ask(self, question):
        response = self.chat.send_message(question)
        return response.text

    def summarize(self, text):
        prompt = f"Summarize in one line:\n{text}"
        return self.model.generate_content(prompt).text.strip()

    def reset(self):
        self.chat = self.model.start_chat(history=[])


assistant = Assistant()
print(assistant.ask("Who are you?"))
print(assistant.ask("And who am I?"))
print(assistant.summarize("A long story."))
assistant.reset()
print(assistant.ask("Do you remember?"))
