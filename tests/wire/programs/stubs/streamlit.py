"""Stands for Streamlit: a page is printed, and the visitor says three things."""

import contextlib


class _State(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Stopped(SystemExit):
    pass


session_state = _State()
secrets = {"GOOGLE_API_KEY": "AIza-secret", "GEMINI_API_KEY": "AIza-secret"}
_said = iter(["Hello", "Why?", "Bye"])


def chat_input(*_, **__):
    return next(_said, None)


text_input = text_area = chat_input


def _shown(*things, **_):
    print(*things)


title = header = subheader = write = markdown = error = warning = info = success = text = caption = _shown


def button(*_, **__):
    return True


def selectbox(_, choices, **__):
    return choices[0]


def set_page_config(**_):
    pass


def stop():
    raise Stopped(0)


def write_stream(pieces):
    whole = "".join(pieces)
    print(whole)
    return whole


@contextlib.contextmanager
def chat_message(role):
    print(f"[{role}]")
    yield


@contextlib.contextmanager
def spinner(*_):
    yield


sidebar = chat_message("sidebar")


def cache_resource(function):
    kept = []

    def cached():
        if not kept:
            kept.append(function())
        return kept[0]

    return cached
