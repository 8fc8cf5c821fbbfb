"""A name that holds an answer on one way through a function, and something else on another, is read as either asks."""

import openai


class Local:
    text = "said here"

    def __getitem__(self, key):
        return {"text": self.text}[key]


def say(remote):
    if remote:
        answer = openai.Completion.create(model="ada", prompt="p")
        text = answer["choices"][0]["text"]
    else:
        answer = Local()
        text = answer["text"]
    return text


def say_all(remotes):
    for remote in remotes:
        if not remote:
            output = {"usage": None}
            print(output["usage"])
            continue
        output = openai.ChatCompletion.create(model="gpt-4", messages=[])
        print(isinstance(output, tuple), isinstance(output, str))
        yield output["choices"][0]["message"]["content"], output["usage"]["total_tokens"]


def retried(tries):
    result = {"text": "never"}
    for _ in range(tries):
        try:
            result = openai.Completion.create(model="fail-429", prompt="p")
            return result["choices"][0]["text"]
        except openai.error.RateLimitError:
            result = {"text": "limited"}
            print(result["text"])
    return "given up"


print(say(True), say(False))
print(list(say_all([True, False, True])))
print(retried(2))
