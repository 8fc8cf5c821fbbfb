"""Arguments that come together from dicts within dicts, copies, attributes, parameters, and what callers pass on."""

import copy
import json

import openai

DEFAULTS = {"temperature": 0, "top_p": 1}


class Assistant:
    def __init__(self, model):
        self.options = {"model": model, **DEFAULTS}
        self.options["max_tokens"] = 5
        self.options.update({"stop": None})

    def arguments(self, text, n):
        arguments = {"model": "gpt-4", "messages": [{"role": "user", "content": text}], "n": n}
        print(json.dumps(arguments))
        return arguments

    def ask(self, text, **more):
        options = self.options.copy()
        options["user"] = "me"
        return openai.ChatCompletion.create(messages=[{"role": "user", "content": text}], **options, **more)

    def say(self, text):
        answer = self.ask(text, presence_penalty=0.5)
        return answer["choices"][0]["message"]["content"]

    def again(self, text):
        query = self.arguments(text, n=2)
        completion = openai.ChatCompletion.create(**query)
        return completion.choices[0]["message"]["content"]


def complete(prompt, options=None):
    arguments = dict(model="ada", prompt=prompt, **(options or {}))
    if len(prompt) > 3:
        arguments.setdefault("suffix", "!")
    while True:
        try:
            return openai.Completion.create(**arguments)["choices"][0]["text"]
        except openai.error.RateLimitError:
            arguments = copy.deepcopy(arguments)


def embed(texts, **options):
    return embed_with(texts, **{"model": "ada", **options})


def embed_with(texts, **options):
    answer = openai.Embedding.create(input=texts, **options)
    return [len(one["embedding"]) for one in answer["data"]]


assistant = Assistant("gpt-4")
print(assistant.say("Who?"), assistant.again("Where?"))
print(complete("p"), complete("prompt", {"n": 2} | {"echo": True}), complete("p", options={"best_of": 2}))
print(embed(["text"], user="me"))
