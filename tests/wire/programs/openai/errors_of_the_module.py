"""Errors that are imported from the module, or from its module of errors, and classes that are taken out of it."""

from openai import Completion, InvalidRequestError, Model, error


def caught(status):
    try:
        return Completion.create(model=f"fail-{status}", prompt="p")["choices"][0]["text"]
    except InvalidRequestError:
        return "invalid"
    except error.RateLimitError:
        return "rate"
    except error.OpenAIError as raised:
        return isinstance(raised, (error.AuthenticationError, InvalidRequestError))


print([caught(status) for status in (200, 400, 401, 404, 429)])
print(Model.list()["data"][0]["id"])
try:
    Model.retrieve("fail-409")
except error.TryAgain:
    print("again")
