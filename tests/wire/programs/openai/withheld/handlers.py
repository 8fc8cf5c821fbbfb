"""Handlers to which other errors would come in the new tree of classes are left, where no other order helps."""

import openai


def a_class_in_the_other_handler():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIConnectionError:
        return "unreachable"
    except Exception as e:
        return f"late {isinstance(e, openai.error.Timeout)}"


def a_name_that_is_taken(error):
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIError:
        return "service"
    except openai.error.ServiceUnavailableError:
        return error


def last():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.APIError:
        raise openai.error.RateLimitError("no") from None


def on_one_line():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIError: return "service"
    except openai.error.ServiceUnavailableError: return "busy"


def not_of_a_status():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except (openai.error.APIError, openai.error.APIConnectionError):
        return "service"
    except openai.error.ServiceUnavailableError:
        return "busy"


def an_answer_in_the_handler():
    answer = None
    try:
        answer = openai.Completion.create(model="ada", prompt="p")
        openai.Model.list()
    except openai.error.APIConnectionError:
        return "unreachable"
    except openai.error.Timeout:
        return answer["choices"][0]["text"]


def told_apart_twice():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.APIError as e:
        return "service"
    except openai.error.ServiceUnavailableError as busy:
        return f"busy {busy}"


def new_attributes():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except openai.error.RateLimitError as e:
        return e.status_code if hasattr(e, "status_code") else 0


def compared_backwards():
    try:
        return openai.Completion.create(model="ada", prompt="p")["choices"][0]["text"]
    except Exception as e:
        return "invalid" if openai.error.InvalidRequestError == type(e) else ""
