"""A decorator tries again on some errors, and not on others."""

import functools

import openai
import openai.error


def on_exception(kinds, tries):
    def decorate(function):
        @functools.wraps(function)
        def inner(*arguments, **keywords):
            for attempt in range(tries):
                try:
                    return function(*arguments, **keywords)
                except kinds as raised:
                    print("try", attempt, isinstance(raised, openai.error.OpenAIError))
            return None

        return inner

    return decorate


@on_exception((openai.error.RateLimitError, openai.error.APIError, openai.error.ServiceUnavailableError), tries=2)
def ask(model):
    return openai.ChatCompletion.create(model=model, messages=[])["choices"][0]["message"]["content"]


for model in ("gpt-4", "fail-503", "fail-500"):
    print(ask(model))
try:
    ask("fail-401")
except openai.error.AuthenticationError:
    print("key")
