"""Handlers to which other errors would come in the new tree of classes are left."""

import openai


def ask():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIConnectionError:
        return "unreachable"
    except openai.error.Timeout:
        return "late"


def again():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIError:
        return "service"
    except openai.error.ServiceUnavailableError:
        return "busy"


def last():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.APIError:
        raise openai.error.RateLimitError("no") from None


RETRIED = (openai.error.RateLimitError, openai.error.APIError)


def by_name():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except RETRIED:
        return "again"
    except openai.error.ServiceUnavailableError:
        return "busy"


def general():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIConnectionError:
        return "unreachable"
    except Exception:
        return "other"
