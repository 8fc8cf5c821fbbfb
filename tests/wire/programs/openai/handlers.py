"""Handlers whose classes fall together, or lie below one another now, still get their own errors."""

import openai
import openai.error as errors


def each_its_own(model, **more):
    try:
        return openai.Completion.create(model=model, prompt="p")["choices"][0]["text"]
    except openai.error.AuthenticationError as e:
        return f"key {type(e).__name__}"
    except openai.error.APIError as e:
        text = """service
    as before"""
        return f"{text} {type(e) is not None}"

    except openai.error.APIConnectionError as e:
        return "unreachable"

    except openai.error.ServiceUnavailableError as e:
        # it may come back
        for _ in range(2):
            retry = e.retry_after if hasattr(e, "retry_after") else 30
        return f"busy {retry}"


def the_other_way_round(model):
    try:
        return openai.Completion.create(model=model, prompt="p")["choices"][0]["text"]
    except openai.error.ServiceUnavailableError:
        return "busy"
    except openai.error.RateLimitError:
        return "rate"
    except openai.error.APIError as problem:
        status = problem
        return f"service {status is problem}"


def the_rest(model):
    try:
        return openai.Completion.create(model=model, prompt="p")["choices"][0]["text"]
    except (openai.error.APIError, openai.error.RateLimitError):
        answer = "service or rate"
    except openai.error.OpenAIError:
        answer = "other"
    return answer


def late():
    try:
        return openai.Completion.create(model="ada", prompt="silent", request_timeout=0.3)["choices"][0]["text"]
    except errors.APIConnectionError:
        return "unreachable"
    except errors.Timeout:
        return "late"


def late_in_general():
    try:
        return openai.Completion.create(model="ada", prompt="silent", request_timeout=0.3)["choices"][0]["text"]
    except openai.error.APIConnectionError as e:
        return "unreachable"
    except Exception as e:
        return f"late {isinstance(e, OSError)}"


statuses = (200, 400, 401, 403, 429, 500, 503)
print([each_its_own(f"fail-{status}") for status in (200, 401, 500, 503)])
print([the_other_way_round(f"fail-{status}") for status in (200, 429, 500, 503)])
print([the_rest(f"fail-{status}") for status in statuses])
print(late(), late_in_general())
