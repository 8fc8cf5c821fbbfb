"""A token of Azure's directory stands in for the key, and goes along as one."""
import os

import openai

openai.api_type = "azure_ad"
openai.api_base = os.environ["SERVICE"]
openai.api_version = "2023-05-15"
openai.api_key = "token-" + "of-the-directory"


def ask(text):
    answer = openai.ChatCompletion.create(engine="my-deployment", messages=[{"role": "user", "content": text}])
    return answer["choices"][0]["message"]["content"]


print(ask("Who?"))
print(openai.Completion.create(engine="other", prompt="Once")["choices"][0]["text"])
