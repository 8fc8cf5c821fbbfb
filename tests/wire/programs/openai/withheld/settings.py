"""Settings of which nobody can say what they become."""

import os

import openai

openai.api_type = os.environ["SERVICE_KIND"]
openai.api_base = os.environ["ADDRESS"]
openai.proxy = os.environ["PROXY"]
print(openai.api_base)
openai.Image.create(prompt="p")
