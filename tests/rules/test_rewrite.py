"""The one place that edits: what it refuses, so that no line is touched that no edit planned."""

import pytest

from bot.rules.engine.rewrite import rewrite, unbound_names
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement
from bot.vocabulary import Bail


def at(text: str, old: str, new: str) -> Replacement:
    return Replacement(start=text.index(old), end=text.index(old) + len(old), old=old, new=new)


CODE = "import one\none.x\n"


@pytest.mark.parametrize(
    ("replacements", "bail"),
    [
        pytest.param([Replacement(start=0, end=6, old="import", new="export")], Bail.RULE_FAILED, id="what is no name"),
        pytest.param(
            [Replacement(start=7, end=10, old="two", new="new")], Bail.RULE_FAILED, id="text that is not there"
        ),
        pytest.param(
            [at(CODE, "one", "new"), Replacement(start=8, end=10, old="ne", new="x")],
            Bail.EDITS_OVERLAP,
            id="two that overlap",
        ),
        pytest.param([at(CODE, "one", "1x")], Bail.RULE_FAILED, id="new text that is no name"),
        pytest.param([at(CODE, "one", "new")], Bail.RESULT_READS_UNBOUND_NAME, id="an import without its use"),
        pytest.param([at(CODE, "one", "class")], Bail.RESULT_DOES_NOT_COMPILE, id="a result that is no Python"),
    ],
)
def test_refuses(replacements: list[Replacement], bail: Bail) -> None:
    assert rewrite(CODE.encode(), replacements) is bail


def test_the_same_replacement_twice_is_one() -> None:
    assert spliced(CODE, [at(CODE, "one", "new"), at(CODE, "one", "new")]) == "import new\none.x\n"


def test_what_the_file_cannot_encode_is_refused() -> None:
    data = b"# coding: latin-1\nimport one\n"
    assert rewrite(data, [at(data.decode(), "one", "\u0436")]) is Bail.RULE_FAILED


def test_unbound_names_are_those_that_neither_the_file_nor_python_binds() -> None:
    assert unbound_names("import a\nprint(a, b)\ndef f(c): return c, d\nclass E: x = y\n") == {"b", "d", "y"}


def test_warnings_of_the_compiler_do_not_escape() -> None:
    code = "import one\nx = '\\d' is one\n"
    assert rewrite(code.encode(), [at(code, "one", "two"), Replacement(start=len(code) - 4, end=len(code) - 1, old="one", new="two")]) == code.replace("one", "two").encode()  # fmt: skip


def test_what_libcst_would_change_beside_the_edit_is_refused() -> None:
    """LibCST 1.9 drops a form feed in front of the first statement; the file is left alone rather than tidied."""
    code = "\x0cimport one\n"
    assert rewrite(code.encode(), [at(code, "one", "two")]) is Bail.RULE_FAILED
