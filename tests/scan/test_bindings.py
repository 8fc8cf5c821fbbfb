"""From where an object is made to every line that reads it (DESIGN, "Context")."""

import pytest

from tests.scan.looking import facts_of


def held(code: str) -> list[tuple[str, str, str, int, tuple[int, ...]]]:
    return [(str(b.kind), b.name, b.symbol, b.ctor_line, b.use_lines) for b in facts_of(code).bindings]


@pytest.mark.parametrize(
    ("code", "binding"),
    [
        pytest.param("from oldlib import Reader\nr = Reader(f)\nr.pages\n\nr.title", ("variable", "r", "oldlib.Reader", 2, (3, 5)), id="a variable"),
        pytest.param("from oldlib import Reader\nwith open(f) as g, Reader(g) as r:\n    r.pages", ("variable", "r", "oldlib.Reader", 2, (3,)), id="with"),
        pytest.param("from oldlib import Reader\nr = Reader(f)\ndef g():\n    return r.pages", ("variable", "r", "oldlib.Reader", 2, (4,)), id="read in a function"),
        pytest.param("from oldlib import Reader\nclass A:\n    def __init__(self):\n        self.r = Reader(f)\n    def g(self):\n        return self.r.pages\nA().r.title", ("attribute", "A.r", "oldlib.Reader", 4, (6, 7)), id="an attribute"),
        pytest.param("from oldlib import Reader\ndef g(r):\n    return r.pages\ng(Reader(f))", ("parameter", "r", "oldlib.Reader", 2, (3,)), id="a parameter"),
        pytest.param("from oldlib import Reader\nfor p in Reader(f).pages:\n    p.text()", ("variable", "p", "oldlib.Page", 2, (3,)), id="a loop"),
        pytest.param("from oldlib import Reader\nrs = [Reader(f)]\nrs[0].pages", ("variable", "rs", "oldlib.Reader", 2, (3,)), id="a list of them"),
    ],
)  # fmt: skip
def test_each_is_named_with_its_lines(code: str, binding: tuple[str, str, str, int, tuple[int, ...]]) -> None:
    assert binding in held(code)


def test_a_name_bound_twice_has_two_beginnings() -> None:
    code = "from oldlib import Reader\nr = Reader(f)\nr.pages\nr = Reader(g)\nr.pages"
    assert [(line, uses) for _, _, _, line, uses in held(code)] == [(2, (3, 5)), (4, (3, 5))]


def test_what_is_not_of_the_library_is_not_listed() -> None:
    assert held("from oldlib import Reader\nx = open(f)\nx.pages\nself.y = x\n") == []
