"""The registry of the tests: jobs that do what a hostile file could make a parser do. Runs inside the child."""

import codecs
import ctypes
import importlib
import json
import os
import struct
import sys
from collections.abc import Callable

from bot.analyser.frames import frame
from bot.analyser.jobs import BUILT_IN, Finished, Jobs
from tests.analyser.attempts import refusal

Parameters = dict[str, object]
Payloads = tuple[bytes, ...]

_poisoned = False


def echo(parameters: Parameters, payloads: Payloads) -> Finished:
    return Finished(parameters, payloads)


def attempt(parameters: Parameters, _: Payloads) -> Finished:
    facts = parameters["facts"]
    assert isinstance(facts, dict)
    return Finished({"refusal": refusal(str(parameters["name"]), facts)})


def hang(_: Parameters, __: Payloads) -> Finished:
    while True:
        pass


def wait_for_more(_: Parameters, __: Payloads) -> Finished:
    os.read(0, 1)
    raise AssertionError("the worker never sends more than it was asked for")


def take_memory(_: Parameters, __: Payloads) -> Finished:
    held = []
    while True:
        held.append(bytearray(1 << 20))


def crash(_: Parameters, __: Payloads) -> Finished:
    ctypes.string_at(0)
    raise AssertionError("nothing is mapped at zero")


def leave(parameters: Parameters, _: Payloads) -> Finished:
    os._exit(int(str(parameters["status"])))


def poison(_: Parameters, __: Payloads) -> Finished:
    global _poisoned  # noqa: PLW0603 -- the point of it
    _poisoned = True
    return Finished({})


def die_when_poisoned(_: Parameters, __: Payloads) -> Finished:
    if _poisoned:
        os._exit(9)
    return Finished({})


def write_junk(_: Parameters, __: Payloads) -> Finished:
    os.write(1, b"Traceback (most recent call last):\n")
    return Finished({})


def print_something(_: Parameters, __: Payloads) -> Finished:
    print("hello")  # noqa: T201 -- a library may
    if sys.__stdout__ is not None:
        sys.__stdout__.flush()
    return Finished({})


def forge_an_answer(_: Parameters, __: Payloads) -> Finished:
    os.write(1, frame(json.dumps({"id": "0" * 16, "raised": None}).encode(), b"{}"))
    return hang({}, ())


def answer_and_begin_another(_: Parameters, __: Payloads) -> Finished:
    _raw(b"{}")
    for _count in range(1_000_000):
        pass
    os.write(1, b"\0\0\0\3")
    while True:
        os.read(0, 1)


def claim_a_great_size(_: Parameters, __: Payloads) -> Finished:
    os.write(1, struct.pack("!4I", 3, 2, 2, 2**32 - 1))
    return hang({}, ())


def claim_many_parts(_: Parameters, __: Payloads) -> Finished:
    os.write(1, struct.pack("!I", 2**32 - 1))
    return hang({}, ())


def answer_nested_json(_: Parameters, __: Payloads) -> Finished:
    _raw(b"[" * 100_000 + b"]" * 100_000)
    return hang({}, ())


def answer_no_json(_: Parameters, __: Payloads) -> Finished:
    _raw(b"\xff\xfe{")
    return hang({}, ())


def _raw(document: bytes) -> None:
    """Answer with these bytes as the document, past what a job can say by itself."""
    caller = sys._getframe(2).f_locals
    os.write(1, frame(json.dumps({"id": caller["request"].id, "raised": None}).encode(), document))


def answer_a_lone_surrogate(_: Parameters, __: Payloads) -> Finished:
    return Finished({"text": "\ud800"})


def answer_at_length(parameters: Parameters, _: Payloads) -> Finished:
    size = int(str(parameters["size"]))
    return Finished({"text": "x" * size}) if parameters["where"] == "document" else Finished({}, (bytes(size),))


def raise_an_error(_: Parameters, payloads: Payloads) -> Finished:
    raise KeyError(payloads[0].decode())


def exit_the_interpreter(_: Parameters, __: Payloads) -> Finished:
    sys.exit(0)


def recurse(_: Parameters, __: Payloads) -> Finished:
    return recurse(_, __)


def import_late(_: Parameters, __: Payloads) -> Finished:
    importlib.import_module("colorsys")
    return Finished({})


def look_up_codec(parameters: Parameters, _: Payloads) -> Finished:
    return Finished({"name": codecs.lookup(str(parameters["name"])).name})


def tell_about_itself(_: Parameters, __: Payloads) -> Finished:
    return Finished(
        {
            "pid": os.getpid(),
            "environment": sorted(os.environ),
            "isolated": sys.flags.isolated,
        }
    )


_JOBS: tuple[Callable[[Parameters, Payloads], Finished], ...] = (
    echo,
    attempt,
    hang,
    wait_for_more,
    take_memory,
    crash,
    leave,
    poison,
    die_when_poisoned,
    write_junk,
    print_something,
    forge_an_answer,
    answer_and_begin_another,
    claim_a_great_size,
    claim_many_parts,
    answer_nested_json,
    answer_no_json,
    answer_a_lone_surrogate,
    answer_at_length,
    raise_an_error,
    exit_the_interpreter,
    recurse,
    import_late,
    look_up_codec,
    tell_about_itself,
)


def registry(setup: Parameters) -> Jobs:
    if setup.get("refuse"):
        raise ValueError("this registry was told to refuse")
    return {**BUILT_IN, **{job.__name__: job for job in _JOBS}, "setup": lambda _, __: Finished(setup)}
