"""Address, key and organization of the module are set while the program runs."""

import os

import openai

address = os.environ["SERVICE"]
openai.api_base = address + "/v2"
openai.api_key = "sk-first"
print(openai.Model.list()["data"][0]["id"])


def configure(base, key, organization=None):
    openai.api_base = base
    openai.api_key = key
    if organization:
        openai.organization = organization


configure(f"{address}/other/v1", "sk-second", "org-2")
print(openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"])
openai.api_base = f"{address}/third"
openai.api_type = "open_ai"
openai.api_base = os.environ["SERVICE"]
print(openai.Embedding.create(model="ada", input=["p"], api_key="sk-third")["data"][0]["embedding"])
