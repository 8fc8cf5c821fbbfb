"""Calls that bring a key or an organization of their own ask with those, and with the module's other settings."""

import os

import openai

openai.api_key = "sk-module"
openai.organization = "org-module"


def ask(text, api_key=None):
    response = openai.Completion.create(
        model="ada",
        prompt=text,
        api_key=api_key,
        temperature=0,
    )
    return response["choices"][0]["text"]


print(ask("a", "sk-call"))
print(ask("b"))
print(openai.ChatCompletion.create(api_key="sk-x", organization="org-x", model="m", messages=[])["id"])
print(openai.Embedding.create(model="ada", input="x", api_key=os.environ["OPENAI_API_KEY"])["data"][0]["index"])
print(openai.Model.list(api_key="sk-y")["data"][0]["id"])
