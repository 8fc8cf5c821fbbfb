"""Arguments that cannot be seen, or that the new call does not take, keep the call."""

import openai


def complete(**options):
    return openai.Completion.create(**options)["choices"][0]["text"]


def ask(options, streams):
    openai.Completion.create(**options)
    openai.ChatCompletion.create(model="m", messages=[], stream=streams)
    openai.ChatCompletion.create(model="m", messages=[], timeout=options.pop("wait"))
    openai.ChatCompletion.create("key", model="m", messages=[])
    openai.ChatCompletion.create(model="m", engine="e", messages=[])
    openai.Completion.create(model="m", prompt="p", request_timeout=(1, 2))
    return complete


def wrapped(function):
    def inner(*arguments, **keywords):
        return function(*arguments, engine="e", **keywords)

    return inner


@wrapped
def changed(**options):
    return openai.Completion.create(**options)["choices"][0]["text"]


changed(model="m", prompt="p")
maybe = {"model": "m", "messages": []}
if changed:
    maybe["stream"] = True
print(openai.ChatCompletion.create(**maybe)["choices"][0])
print(openai.Completion.create(model="ada")["choices"][0]["text"])


class Assistant:
    def __init__(self, options):
        self.options = {"model": "ada"}
        options.fill(self.options)

    def ask(self):
        return openai.Completion.create(prompt="p", **self.options)["choices"][0]["text"]


def aliased():
    arguments = {"model": "ada", "prompt": "p"}
    other = arguments
    other["engine"] = "e"
    return openai.Completion.create(**arguments)["choices"][0]["text"]


def passed(arguments):
    return openai.Completion.create(**arguments)["choices"][0]["text"]


print(passed({"engine": "ada", "prompt": "p"} | {}))


def never_called(**options):
    return openai.Completion.create(**options)["choices"][0]["text"]


def waiting(**options):
    print(options["request_timeout"])
    return openai.Completion.create(**options)["choices"][0]["text"]


def pair(**options):
    return openai.Completion.create(**options)["choices"][0]["text"]


def pictured(**options):
    openai.Image.create(prompt="p", **options)
    return openai.Completion.create(**options)["choices"][0]["text"]


waiting(model="m", prompt="p", request_timeout=3)
pair(model="m", prompt="p", request_timeout=(1, 2))
pictured(engine="m")


def told(function):
    def inner(*arguments, **keywords):
        print(keywords["request_timeout"])
        keywords["user"] = "me"
        return function(*arguments, **keywords)

    return inner


@told
def looked_at(**options):
    return openai.Completion.create(**options)["choices"][0]["text"]


looked_at(model="m", prompt="p", request_timeout=3)
