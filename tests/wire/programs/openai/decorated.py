"""A decorator of the program tries again, and gives back what the function gave."""

import functools

import openai


def retry_with_backoff(function, errors: tuple = (openai.error.RateLimitError,), tries=2):
    def wrapper(*arguments, **keywords):
        for attempt in range(tries):
            try:
                return function(*arguments, **keywords)
            except errors:
                print("again", attempt)

    return wrapper


def counted(name):
    def decorate(function):
        @functools.wraps(function)
        def inner(*arguments, **keywords):
            print("called", name)
            return function(*arguments, **keywords)

        return inner

    return decorate


@counted("complete")
@retry_with_backoff
def complete(**options):
    return openai.Completion.create(**options)


print(complete(engine="ada", prompt="p", request_timeout=60)["choices"][0]["text"])
print(complete(engine="fail-429", prompt="p") is None)

config = {"engine": "davinci", "max_tokens": 5}
config["request_timeout"] = 30
print(openai.Completion.create(prompt="p", **config)["choices"][0]["text"])
choices = openai.ChatCompletion.create(model="gpt-4", messages=[], n=3)["choices"]
print(max(choices, key=lambda choice: choice["index"])["index"], list(map(lambda one: one["message"]["role"], choices)))
print([one["index"] for one in filter(lambda one: one["finish_reason"] == "stop", choices)])
