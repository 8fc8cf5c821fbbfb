"""The order of statements: what it rules out, and that it never rules out what a run of the program shows."""

import ast
import re
from contextlib import suppress
from itertools import count
from textwrap import dedent, indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.scan.binder import take_apart
from bot.scan.flow import Flow
from bot.scan.scopes import Assigned, Binding, Declared, ModuleImported, Parameter
from tests.scan.looking import uses

IMPORTS = "from oldlib import Reader\n"


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        pytest.param("r = Reader(f)\nr.pages\nr = other()\nr.pages", 1, id="a later binding hides the one before"),
        pytest.param("r = other()\nr.pages\nr = Reader(f)\nr.pages", 1, id="a read before it does not see it"),
        pytest.param("def g(r):\n    r.pages\n    r = Reader(f)\n    r.pages", 1, id="a parameter is there from the start"),
        pytest.param("r = Reader(f)\nr = r.pages\nr.pages", 1, id="a value is read before its name is bound"),
        pytest.param("r = Reader(f)\nr = other()\nif x:\n    for y in z:\n        r.pages", 0, id="hidden for what is nested"),
        pytest.param("r = Reader(f)\nfor r in z:\n    r.pages", 0, id="a loop binds its target before its body"),
        pytest.param("r = Reader(f)\nwith z as r:\n    r.pages", 0, id="a with statement binds before its body"),
        pytest.param("r = Reader(f)\nr = other()\n[r.pages for y in z]", 0, id="a list comprehension runs at once"),
        pytest.param("r = Reader(f)\nif r.pages:\n    r = other()", 1, id="a test is read before its branches"),
        pytest.param("r = Reader(f)\nif x:\n    r = other()\nr.pages", 1, id="a branch may not run"),
        pytest.param("r = Reader(f)\nwhile x:\n    r.pages\n    r = other()", 1, id="a loop comes back"),
        pytest.param("r = other()\nwhile r.pages:\n    r = Reader(f)", 1, id="the test of a loop is read again"),
        pytest.param("r = Reader(f)\ntry:\n    r = other()\nexcept E:\n    r.pages", 1, id="what was tried may not have run"),
        pytest.param("r = Reader(f)\nr = other()\ndef g():\n    r.pages\nr = Reader(f)", 1, id="a function runs later"),
        pytest.param("r = other()\np = (r.pages for y in z)\nr = Reader(f)", 1, id="a generator expression runs later"),
        pytest.param("def g():\n    global r\n    r = Reader(f)\nr = other()\ng()\nr.pages", 1, id="bound by a function"),
        pytest.param("r = [Reader(f)]\nr += other()\nr[0].pages", 1, id="an augmented assignment keeps what was there"),
        pytest.param("r: Reader = x\nr = other()\nr.pages", 1, id="a declared type holds throughout"),
    ],
)  # fmt: skip
def test_what_order_rules_out(code: str, reads: int) -> None:
    assert uses(IMPORTS + code).count(("attribute", "oldlib.Reader.pages")) == reads


# Every program binds `n` to numbered things and notes which of them each numbered read sees; `@` is the next number.
SIMPLE = [
    "n = B(@)", "n: int = B(@)", "n += B(@)", "(n := B(@))", "for n in [B(@)]:\n    see(@, n)", "for n in []:\n    pass",
    "with given(B(@)) as n:\n    see(@, n)", "if see(@, n):\n    n = B(@)", "n = (see(@, n), B(@))[1]", "n, m = B(@), 1",
    "[n := B(@) for _ in [1]]", "late = lambda: see(@, n)", "late()", "late = lambda g=(see(@, n) for _ in [1]): list(g)", "list(see(@, n) for _ in [1])", "del n", "see(@, n)",
    "[see(@, n) for _ in [1]]", "fail(@)",
]  # fmt: skip
BLOCKS = [
    "if see(@, n):\n{0}\nelse:\n{1}", "for _ in [1, 2]:\n{0}\nelse:\n{1}", "while turn(@):\n{0}\n{1}",
    "try:\n{0}\n    fail(@)\nexcept KeyError:\n{1}\nfinally:\n    see(@, n)", "with hushed():\n{0}\n    fail(@)\n{1}",
    "try:\n{0}\nexcept NameError as n:\n{1}\nelse:\n{1}", "match see(@, n):\n  case 1:\n{0}\n  case n:\n{1}",
    "for _ in [1]:\n{0}\n    if turn(@): continue\n{1}", "while see(@, n) or turn(@):\n{0}", "for n in [B(@), B(@)]:\n{0}\n{1}",
]  # fmt: skip


def _block(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    lines = st.lists(parts, min_size=1, max_size=4).map(lambda found: indent("\n".join(found), "    "))
    return st.builds(lambda text, *bodies: text.format(*bodies), st.sampled_from(BLOCKS), lines, lines)


def _numbered(text: str) -> str:
    numbers = count(1)
    return re.sub("@", lambda _: str(next(numbers)), text)


PROGRAMS = st.lists(st.recursive(st.sampled_from(SIMPLE), _block, max_leaves=8), min_size=2, max_size=6)
"""Not all of them compile, and many end with an exception; what was seen until then counts."""
RUNTIME = dedent("""\
    from contextlib import contextmanager, suppress as _suppress
    noted, turns = [], {}
    class B(frozenset):
        def __new__(cls, *numbers):
            return super().__new__(cls, numbers)
        def __add__(self, other):
            return B(*self, *other)
    def see(read, value):
        noted.append((read, value))
        return turn(read)
    def turn(number):
        turns[number] = turns.get(number, 0) + 1
        return turns[number] % 3
    def fail(number):
        if turn(number) % 2:
            raise KeyError
    @contextmanager
    def given(value):
        yield value
    def hushed():
        return _suppress(KeyError)
    """)


@pytest.mark.parametrize("parameter", ["", "n=B(0)"])
@given(lines=PROGRAMS)
@settings(max_examples=100, deadline=None)
def test_a_binding_that_a_run_shows_is_never_ruled_out(parameter: str, lines: list[str]) -> None:
    code = _numbered(f"def f({parameter}):\n{indent(chr(10).join(lines), '    ')}\n")
    try:
        compiled = compile(code, "f.py", "exec", dont_inherit=True)
    except SyntaxError:
        return
    names: dict[str, Any] = {}
    exec(RUNTIME, names)  # noqa: S102 - our own text
    exec(compiled, names)  # noqa: S102 - made of the pieces above
    with suppress(NameError, KeyError, TypeError):
        names["f"]()
    visible = _visible_numbers(code)
    for read, value in names["noted"]:
        if isinstance(value, names["B"]) and (numbers := visible[read]) is not None:
            assert value <= numbers, f"{value} at {read}: {numbers}\n{code}"


def _visible_numbers(code: str) -> dict[int, set[int] | None]:
    """For each numbered read the numbers of what it may see; None where something of them has no number."""
    anatomy = take_apart(ast.parse(code))
    flow, found = Flow(anatomy), dict[int, set[int] | None]()
    for name, scope in anatomy.names["n"]:
        home, call = scope.home("n"), anatomy.parents[name]
        if isinstance(name.ctx, ast.Load) and isinstance(call, ast.Call) and home is not None:
            numbers = [_number(binding) for binding in flow.visible(name, scope, home)]
            known = set[int]().union(*(one for one in numbers if one is not None))
            found[ast.literal_eval(call.args[0])] = None if None in numbers else known
    return found


def _number(binding: Binding) -> set[int] | None:
    match binding:
        case Assigned(value=value):
            made = (one for one in ast.walk(value) if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "B")
            return {ast.literal_eval(call.args[0]) for call in made}
        case Parameter():
            return {0}
        case Declared():
            return set()
        case _:
            return None


def test_an_import_in_straight_line_hides_what_was_before() -> None:
    anatomy = take_apart(ast.parse("n = 1\nimport n\nn.a"))
    name, scope = next((node, scope) for node, scope in anatomy.names["n"] if isinstance(node.ctx, ast.Load))
    assert [type(one) for one in Flow(anatomy).visible(name, scope, scope)] == [ModuleImported]
