"""What is not evaluated could not have led to the library: with and without the short cut, the facts are the same."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models.struct import altered
from bot.scan import resolver
from bot.scan.facts import FileFacts
from bot.scan.interest import Interest
from tests.scan.looking import facts_of

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "tests" / "scan").glob("test_*.py"))

NAMES = st.sampled_from("abcde")
STATEMENTS = [
    "st.state.{0} = {1}", "st.state['{0}'] = {1}", "st.state.{0}.pages", "st.state['{0}'].pages", "pool.submit({0}, {1})",
    "list(map(lambda {0}: {0}.pages, {1}))", "sorted({0}, key=lambda {1}: {1}.pages)", "Thread(target={0}, args=({1}, {2}))",
    "isinstance({0}, ({1}, Reader))", "class {0}:\n    {1}: Any\n    def m(self):\n        return self.{1}",
    "def {0}(*{1}, **{2}):\n    {1}[0].pages\n    {2}['{3}'].pages", "setattr({0}, '{1}', {2})", "{0}.setdefault(1, {1}).pages",
    "def {0}({1}) -> {2}:\n    pass", "def {0}({1}=Depends({2})):\n    {1}.pages", "@pytest.fixture\ndef {0}():\n    return {1}",
    "{0} = asyncio.gather({1}, {2})", "{0} = asyncio.to_thread({1}, {2})", "{0}[1] = {2}",
    "def {0}({1}) -> 'Reader':\n    pass", "{0}({1}).pages",
    "class {0}(Reader):\n    def m(self):\n        return self.pages",
    "{0} = {1}", "{0} = Reader", "{0} = Reader(f)", "{0} = oldlib.Reader({1})", "def {0}({1}):\n    return {2}", "{0} = {1}({2})",
    "{0} = {1}({2}, a={3})", "class {0}:\n    def __init__(self, {1}):\n        self.{2} = {1}\n    def {3}(self):\n        return self.{2}",
    "class {0}({1}):\n    {2} = {3}\n    def m(self):\n        self.pages", "{0} = {1}.{2}", "{0}.{1}.pages",
    "for {0} in {1}:\n    {2}.append({0})", "{0} = [{1}, {2}]", "{0}, {1} = {2}, {3}", "with {0} as {1}:\n    {1}.pages",
    "{0} = lambda {1}: {2}", "{0}.pages", "{0}[0].pages", "def {0}({1}: 'Reader'):\n    {1}.pages\n    yield {1}",
    "{0} = getattr({1}, 'pages')", "{0}: 'list[Reader]' = {1}", "{0} = importlib.import_module('oldlib')",
    "{0} = {{1: {1}}}\n{0}[2] = {2}", "{0} = [{1} for {1} in {2}]", "@property\ndef {0}(self):\n    return {1}",
    "{0} = {1} or {2}", "{0}.{1} = {2}", "print({0}, {1})", "{0}({1}).{2}({3}).pages", "global {0}",
]  # fmt: skip
LINES = st.builds(
    lambda text, names: text.format(*names), st.sampled_from(STATEMENTS), st.lists(NAMES, min_size=4, max_size=4)
)


class Everything(Interest):
    """No short cut: every expression matters."""

    def matters(self, expression: ast.AST) -> bool:
        return expression is not None

    def is_name(self, name: str) -> bool:
        return name != "*"

    def names(self) -> frozenset[str]:
        return frozenset(self._anatomy.names).union(*(scope.bindings for scope in self._anatomy.scopes()))

    def attributes(self) -> Iterator[ast.Attribute]:
        return (node for places in self._anatomy.attributes.values() for node, _ in places)


def assert_nothing_is_lost(code: str) -> None:
    quick = _without_origins(code)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resolver, "Interest", Everything)
        assert _without_origins(code) == quick


def _without_origins(code: str) -> FileFacts:
    """Where a receiver comes from is not told where something that matters is passed on the way, and here all does."""
    facts = facts_of(code)
    rows = (altered(row, origins=()) for row in facts.rows)
    return altered(facts, rows=tuple(rows))


@settings(max_examples=300, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=9))
def test_random_programs(lines: list[str]) -> None:
    assert_nothing_is_lost("\n".join(["import oldlib, importlib", "from oldlib import Reader", *lines]))


def _code_in(path: Path) -> Iterator[str]:
    """The programs that a test file of the scan holds as strings."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "oldlib" in node.value:
            yield node.value


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_programs_of_the_other_tests(path: Path) -> None:
    for code in _code_in(path):
        assert_nothing_is_lost(code)
