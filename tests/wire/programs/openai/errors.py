"""Each error comes to the handler that had it, under whichever name it is caught."""

import openai
from openai.error import AuthenticationError, RateLimitError
from openai.error import Timeout as TooLate


def caught(status):
    try:
        openai.Completion.create(model=f"fail-{status}", prompt="p")
    except (RateLimitError, AuthenticationError):
        return "key or rate"
    except openai.error.InvalidRequestError as error:
        return f"invalid {error.http_status} {type(error).__mro__[-1].__name__}"
    except openai.error.PermissionError:
        return "permission"
    except (openai.error.APIError, openai.error.ServiceUnavailableError):
        return "service"
    except openai.error.OpenAIError:
        return "other"
    return "none"


def late():
    try:
        openai.Completion.create(model="ada", prompt="silent", request_timeout=0.3)
    except TooLate:
        return "late"
    except openai.error.APIConnectionError:
        return "unreachable"
    return "none"


print([caught(status) for status in (200, 400, 401, 403, 404, 429, 500, 503)])
print(late())
