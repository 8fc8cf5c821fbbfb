"""A call that names a model asks OpenAI itself, though the file asks a deployment of Azure somewhere else."""

import os

import openai


class Plain:
    def ask(self, text):
        answer = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": text}])
        return answer["choices"][0]["message"]["content"]


class Azure:
    def __init__(self, deployment):
        self.deployment = deployment
        openai.api_type = "azure"
        openai.api_base = os.environ["SERVICE"]
        openai.api_version = "2023-05-15"
        openai.api_key = "azure-key"

    def ask(self, text):
        answer = openai.ChatCompletion.create(engine=self.deployment, messages=[{"role": "user", "content": text}])
        return answer["choices"][0]["message"]["content"]


print(Plain().ask("Who?"))
print(Azure("deployment").ask("Who?"))
