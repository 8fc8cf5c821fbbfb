"""Arguments that a dict holds, or that a function passes on."""

import openai

parameters = {"model": "gpt-4", "messages": [{"role": "user", "content": "Who?"}], "temperature": 0}
parameters["max_tokens"] = 5
response = openai.ChatCompletion.create(**parameters)
print(response.choices[0]["message"]["content"])


def complete(**options):
    return openai.ChatCompletion.create(**options)


def ask(text, n=2):
    answer = complete(model="gpt-4", messages=[{"role": "user", "content": text}], n=n, stop=None)
    print(answer["usage"]["total_tokens"])
    return [choice["message"]["content"] for choice in answer["choices"]]


def construct(completion):
    return {"role": "assistant", "content": completion["choices"][0]["message"]["content"]}


print(ask("Where?"))
print(construct(openai.ChatCompletion.create(model="gpt-4", messages=[])))
