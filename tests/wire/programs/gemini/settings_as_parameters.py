"""Settings are parameters, of which it is said that they are a mapping, or that there may be none."""

from typing import Any, Dict, Optional

import google.generativeai as genai

genai.configure(api_key="AIza-own")


def ask(prompt, settings: dict = None):
    return genai.GenerativeModel("gemini-pro", generation_config=settings).generate_content(prompt).text


def tell(prompt, *, settings: dict | None = None):
    return genai.GenerativeModel("gemini-pro").generate_content(prompt, generation_config=settings).text


class Bot:
    def __init__(self, settings: Optional[Dict[str, Any]] = None):
        self.model = genai.GenerativeModel("gemini-pro", generation_config=settings)

    def say(self, prompt):
        return self.model.generate_content(prompt).text


print(ask("One"), ask("Two", {"top_k": 2}))
print(tell("One"), tell("Two", settings={"temperature": 0.1}))
print(Bot().say("One"), Bot({"max_output_tokens": 8}).say("Two"))
