"""What a module holds under a name that another one takes from it."""

import pytest

from bot.scan.facts import Held, HeldValues
from bot.scan.held_values import held_values

CASES = {
    "a dict of constants": ("a = {'x': -1, 'y': [True, None, 'z']}", "{'x': -1, 'y': [True, None, 'z']}", True),
    "a list, with what it is said to be": ("a: list = [1]", "[1]", True),
    "text alone is no settings": ("a = 'x'", None, True),
    "a name in it": ("a = [b]", None, True),
    "a call in it": ("a = [f()]", None, True),
    "another dict unpacked in it": ("a = {**b}", None, True),
    "bound again": ("a = [1]\na = [2]", None, True),
    "changed later": ("a = [1]\na.append(2)", None, True),
    "changed in a function": ("a = [1]\ndef f():\n    global a\n    a = []", None, True),
    "a part of a tuple": ("a, b = [1], [2]", None, True),
    "a function": ("def a(): ...", None, True),
    "not there": ("b = [1]", None, False),
    "perhaps from another module": ("from b import *", None, True),
    "too many": (f"a = {[1] * 1_000}", None, True),
}


@pytest.mark.parametrize(("code", "text", "bound"), CASES.values(), ids=CASES.keys())
def test_values(code: str, text: str | None, bound: bool) -> None:
    assert held_values(code.encode(), ["a"]) == HeldValues(values=(Held(module="-", name="a", text=text, bound=bound),))


GIVEN = {
    "a dict of constants": ("def a():\n    'Why.'\n    return {'x': 1}", "{'x': 1}"),
    "something else is done": ("def a():\n    f()\n    return {'x': 1}", None),
    "it takes something": ("def a(x=1):\n    return {'x': 1}", None),
    "it is decorated": ("@b\ndef a():\n    return {'x': 1}", None),
    "it gives it later": ("async def a():\n    return {'x': 1}", None),
    "it is no function": ("a = f", None),
}


@pytest.mark.parametrize(("code", "text"), GIVEN.values(), ids=GIVEN.keys())
def test_what_a_function_gives(code: str, text: str | None) -> None:
    held = Held(module="-", name="a()", text=text, bound=True)
    assert held_values(code.encode(), ["a()"]) == HeldValues(values=(held,))


def test_a_file_that_does_not_parse_tells_nothing() -> None:
    assert held_values(b"a = [", ["a"]) == HeldValues()
