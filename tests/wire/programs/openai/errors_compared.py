"""The class of an error is compared with a class that became several, or one."""

import sys

import openai
from openai.error import InvalidRequestError


def compared(status):
    try:
        openai.Completion.create(model=f"fail-{status}", prompt="p")
    except Exception as error:
        if type(error) == InvalidRequestError:  # both of what it became
            return "invalid"
        if type(error) is not openai.error.RateLimitError and error.__class__ != openai.error.InvalidRequestError:
            return "other"
        return "rate"
    return "none"


def of_system(status):
    try:
        openai.ChatCompletion.create(model=f"fail-{status}", messages=[])
    except:  # noqa: E722
        error = sys.exc_info()[0]
        return "invalid" if error == openai.error.InvalidRequestError else "other"
    return "none"


print([compared(status) for status in (200, 400, 401, 404, 429, 500)])
print([of_system(status) for status in (200, 400, 404, 429)])
