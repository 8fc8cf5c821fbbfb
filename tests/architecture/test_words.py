"""No module but `bot/vocabulary.py` spells a word of a closed set."""

import ast
from collections.abc import Iterator

import pytest

from bot.vocabulary import SETS
from tests.architecture.sources import Module, modules, sample

EXEMPT = ("bot.vocabulary", "bot.forge.words", "bot.playground")
WORDS = frozenset(str(word) for words in SETS for word in words)
FIELDS = frozenset({"status", "bail", "kind", "reason", "outcome", "conclusion", "state", "mode", "skip", "not_asked", "code", "scan_status", "confidence_reason"})  # fmt: skip
"""Names under which records keep words: a literal compared with or given to one of these is a word that is spelled."""


def spelled(module: Module) -> Iterator[str]:
    """Literals that are words with an underscore, and literals that meet a vocabulary field."""
    docstrings = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(module.tree):
        if id(node) not in docstrings:
            yield from (word for word in _word(node) if "_" in word)
        if isinstance(node, ast.Compare) and _is_field(node.left):
            yield from (word for literal in node.comparators for word in _word(literal))
        if isinstance(node, ast.keyword) and node.arg in FIELDS:
            yield from _word(node.value)


def _word(node: ast.AST) -> Iterator[str]:
    """The word that a literal is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS:
        yield node.value


def _is_field(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in FIELDS


@pytest.mark.parametrize("module", [m for m in modules() if not m.within(*EXEMPT)], ids=lambda m: m.name)
def test_no_word_is_spelled(module: Module) -> None:
    assert list(spelled(module)) == []


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("x = 'flag_only_surface'", id="a word with an underscore"),
        pytest.param("if row.status == 'auto': ...", id="a word compared with a field"),
        pytest.param("Edit(status='auto')", id="a word given to a field"),
    ],
)
def test_the_rule_bites(code: str) -> None:
    assert list(spelled(sample("bot.plan.sample", code)))


def test_every_word_has_a_sentence() -> None:
    for words in SETS:
        assert words.__doc__, words
        for word in words:
            assert word.sentence.endswith("."), word
            assert not word.action or word.action.endswith("."), word


def test_every_bail_says_what_a_person_can_do() -> None:
    """DESIGN, words: every member has a sentence and, where a person can act, an action."""
    (bails,) = [words for words in SETS if words.__name__ == "Bail"]
    assert all(word.action for word in bails)


def test_words_are_written_alike() -> None:
    for words in SETS:
        for word in words:
            assert word.isascii(), word
            assert word == word.lower(), word
