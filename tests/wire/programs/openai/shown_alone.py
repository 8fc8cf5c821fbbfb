"""A file that imports no json gets the import once, however many answers it shows."""

from __future__ import annotations

import logging
import os
import sys
import openai

logging.basicConfig(stream=sys.stdout, format="%(message)s")

openai.api_key = os.getenv("OPENAI_API_KEY")

response = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": "Hi"}])
print(response)
result = response.choices[0].message
print(f"{result}", result["content"])
answer = openai.Completion.create(model="m", prompt="p")
print(answer, answer["choices"][0]["text"])


def counted():
    completion = openai.Completion.create(model="m", prompt="p")
    logging.error(completion.usage)
    return completion.usage.total_tokens


print(counted())
