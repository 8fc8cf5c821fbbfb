"""Stands for tenacity: it tries as often, and does not wait."""

import functools


class RetryError(Exception):
    pass


def wait_random_exponential(**_):
    return None


def stop_after_attempt(tries):
    return tries


def retry(wait, stop):
    def decorate(function):
        @functools.wraps(function)
        def inner(*arguments, **keywords):
            for _ in range(stop):
                try:
                    return function(*arguments, **keywords)
                except Exception:
                    print("again", function.__name__)
            raise RetryError(wait)

        return inner

    return decorate
