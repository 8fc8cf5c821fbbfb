"""Deployments of Azure are asked by name, by the settings of the module."""

import os

import openai

openai.api_type = "azure"
openai.api_base = os.environ["SERVICE"]
openai.api_version = "2023-05-15"
openai.api_key = "azure-key"


def ask(deployment, text):
    response = openai.ChatCompletion.create(engine=deployment, messages=[{"role": "user", "content": text}])
    return response["choices"][0]["message"]["content"]


print(ask("chat-deployment", "Who?"))
print(openai.Completion.create(deployment_id="text", prompt="p", max_tokens=3)["choices"][0]["text"])
for chunk in openai.ChatCompletion.create(engine="chat", messages=[], stream=True):
    print(chunk["choices"][0]["delta"].get("content"))
print(openai.Embedding.create(engine="embed", input=["a"])["data"][0]["embedding"])
