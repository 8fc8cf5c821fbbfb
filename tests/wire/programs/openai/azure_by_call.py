"""Calls that say themselves which deployment of Azure they ask, and with which key."""

import os

import openai

openai.api_key = "sk-module"


def ask(deployment, key):
    response = openai.ChatCompletion.create(
        api_type="azure",
        api_base=os.environ["SERVICE"],
        api_version="2023-05-15",
        api_key=key,
        engine=deployment,
        messages=[{"role": "user", "content": "Who?"}],
    )
    return response["choices"][0]["message"]["content"]


print(ask("chat", "azure-key"))
print(openai.Completion.create(model="ada", prompt="p", api_base=os.environ["SERVICE"] + "/v1")["choices"][0]["text"])
print(openai.Model.list(organization="org-5", api_key="sk-list",)["data"][0]["id"])
