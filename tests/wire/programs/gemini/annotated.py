"""Parameters and results are said to be models, or chats."""

from typing import Optional

import google.generativeai as genai

genai.configure(api_key="key")


class Talk:
    def __init__(self, model: Optional[genai.GenerativeModel] = None) -> None:
        self.model: genai.GenerativeModel = model or genai.GenerativeModel("gemini-2.5-flash")
        self.chat: "genai.ChatSession" = self.model.start_chat()

    def say(self, text: str) -> str:
        return self.chat.send_message(text).text


def make() -> "genai.GenerativeModel":
    return genai.GenerativeModel("gemini-2.5-pro")


print(Talk(make()).say("Hello"))
