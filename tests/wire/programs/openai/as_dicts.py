"""Answers that are kept beside dicts, or whose missing parts are caught, become dicts, and are read as they were."""

import asyncio
import json

import openai


class Asker:
    def __init__(self):
        self.answer = {}
        self.kept = []

    def ask(self, text):
        self.answer = openai.ChatCompletion.create(model="m", messages=[{"role": "user", "content": text}])

    def said(self):
        return self.answer["choices"][0]["message"]["content"] if self.answer else "nothing"


def cached(text):
    answer = json.loads(text) if text else openai.Completion.create(model="m", prompt="p")
    return answer["choices"][0]["text"], answer["usage"]["total_tokens"]


def called():
    answer = openai.ChatCompletion.create(model="m", messages=[], functions=[{"name": "f"}], n=2)
    try:
        return answer["choices"][1]["message"]["function_call"]["name"]
    except KeyError:
        return "no call"


def missing():
    answer = openai.ChatCompletion.create(model="m", messages=[])
    try:
        return answer["choices"][0]["message"]["function_call"]["name"]
    except KeyError:
        return "no call"


async def later():
    try:
        answer = await openai.ChatCompletion.acreate(model="m", messages=[])
        text = (await openai.Completion.acreate(model="m", prompt="p"))["choices"][0]["text"]
        name = text + answer["choices"][0]["message"]["function_call"]["name"]
    except KeyError as error:
        name = str(error)
    except Exception:
        answer = {"choices": []}
    return name


def several(prompts):
    choices = []
    for prompt in prompts:
        answer = {"choices": []}
        answer = openai.Completion.create(model="m", prompt=prompt)
        choices += answer["choices"]
    return {"choices": choices}


def again(prompts):
    found = []
    for prompt in prompts:
        try:
            answer = openai.Completion.create(model="m", prompt=prompt, logprobs=1)
        except openai.error.RateLimitError:
            answer = {"choices": [], "usage": None}
        found.extend(answer["choices"])
    return [one["text"] for one in found if one.get("finish_reason") != "content_filter"]


def text_of(answer, default=""):
    return answer["data"][0].get("url", default) if "data" in answer and len(answer) > 1 else default


text_of({"data": []})
asker = Asker()
print(asker.said())
asker.ask("a")
print(asker.said())
print(cached(None), cached('{"choices": [{"text": "own"}], "usage": {"total_tokens": 3}}'))
print(called(), missing())
print(asyncio.run(later()))
print([one["text"] for one in several(["p", "q"])["choices"]])
print(again(["p", "fail-429"]))
print(text_of(openai.Image.create(prompt="p")), text_of({"data": [{}], "x": 1}, "none"))


def of_either_kind(is_chat):
    if is_chat:
        answer = openai.ChatCompletion.create(model="m", messages=[])
    else:
        answer = openai.Completion.create(model="m", prompt="p", logprobs=1)
    for choice in answer["choices"]:
        said = choice["message"]["content"] if is_chat else choice["text"]
        yield said, sum(choice["logprobs"]["token_logprobs"]) if not is_chat else 0


print(list(of_either_kind(True)), list(of_either_kind(False)))


def or_a_word(prompt):
    answer = "$ERROR$"
    try:
        answer = openai.Completion.create(model="m", prompt=prompt)["choices"][0]
    except openai.error.APIError:
        pass
    return "none" if answer == "$ERROR$" else answer["text"]


print(or_a_word("p"), or_a_word("fail-500"))
