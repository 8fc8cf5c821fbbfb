import google.generativeai as genai


def ask(prompt):
    return genai.GenerativeModel("gemini-1.5-flash").generate_content(prompt).text


class Talk:
    def __init__(self):
        self.chat = genai.GenerativeModel("gemini-1.5-flash").start_chat()

    def say(self, text):
        return self.chat.send_message(text).text
