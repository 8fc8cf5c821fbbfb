"""Answers whose text is another one there, or that may be something else where they are shown."""

import json
import openai

response = openai.ChatCompletion.create(model="gpt-4", messages=[])
print(repr(response))
models = openai.Model.list()
print(models["data"])
embedding = openai.Embedding.create(model="ada", input="x")
print(embedding)


def cached(path):
    if path:
        answer = json.load(open(path))
    else:
        answer = openai.Completion.create(model="m", prompt="p")
    print(answer)


def nothing():
    found = None
    for prompt in ("p", "q"):
        found = openai.Completion.create(model="m", prompt=prompt)
    print(found)


def falls_through(prompt):
    try:
        return openai.Completion.create(model="m", prompt=prompt)
    except openai.error.RateLimitError:
        print("later")


def logged(log):
    answer = openai.Completion.create(model="m", prompt="p")
    log.info("%s", answer)


def formatted():
    answer = openai.Completion.create(model="m", prompt="p")
    return f"{answer!r}", "{0[id]}".format(answer), f"{answer:>9}"


def called(message):
    answer = openai.ChatCompletion.create(model="m", messages=[message])["choices"][0]["message"]
    print(answer.function_call)


print(falls_through("p"))


class Encoder(json.JSONEncoder):
    pass


def encoded():
    return json.dumps(openai.Completion.create(model="m", prompt="p"), cls=Encoder)


def copied():
    answer = openai.Completion.create(model="m", prompt="p")
    copy = answer.to_dict_recursive()
    copy["id"] = "other"
    print(answer)


def named():
    answer = openai.Completion.create(model="m", prompt="p")
    print(f"{answer=!s}")
