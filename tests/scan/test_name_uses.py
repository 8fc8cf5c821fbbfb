"""What a file does with functions that are known by name alone."""

import pytest

from bot.scan.facts import CallShape, NameUses
from bot.scan.name_uses import name_uses

CASES = {
    "a call tells its keywords": ("ask(1, n=2)", [("ask", ("n",), False)], ()),
    "a method is compared by its last name": ("self.client.ask(n=2)", [("ask", ("n",), False)], ()),
    "a call that takes a dict apart hides what it passes": ("ask(n=2, **more)", [("ask", ("n",), True)], ()),
    "an import is no use": ("from helpers import ask\nask()", [("ask", (), False)], ()),
    "an import under another name is another use": ("from helpers import ask as put", [], ("ask",)),
    "so is a function that is handed on": ("run(ask)", [], ("ask",)),
    "so is a name in a string": ("patch('helpers.ask')", [], ("ask",)),
    "another name is none": ("tell(1)\nask_again()", [], ()),
    "a file that does not parse may do anything": ("ask(", [], ("ask",)),
}


@pytest.mark.parametrize(("text", "calls", "otherwise"), CASES.values(), ids=CASES.keys())
def test_uses(text: str, calls: list[tuple[str, tuple[str, ...], bool]], otherwise: tuple[str, ...]) -> None:
    shapes = tuple(CallShape(name=name, keywords=keywords, hidden=hidden) for name, keywords, hidden in calls)
    assert name_uses(text.encode(), frozenset({"ask"})) == NameUses(calls=shapes, otherwise=otherwise)
