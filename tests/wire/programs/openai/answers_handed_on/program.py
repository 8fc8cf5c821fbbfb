"""Answers that other files get, and read by attribute, go there as they are."""

import openai

from reading import first_text, tokens
from service import Service, complete

print(complete("p").choices[0].text)
answer = Service("m").ask("q")
print(answer.choices[0].message.content if answer else "", answer.usage.total_tokens)
print(first_text(openai.Completion.create(model="m", prompt="own")))
print(tokens(answer=openai.Completion.create(model="m", prompt="own")))
