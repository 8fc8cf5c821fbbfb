"""The one place that edits: what it refuses, so that no line is touched that no edit planned."""

import ast

import pytest

from bot.models.struct import altered
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


@pytest.mark.parametrize(
    ("code", "old", "new", "kept"),
    [
        pytest.param("x = -a.n\n", "a.n", "len(a.p)", True, id="a call stands for a property"),
        pytest.param("x = a.get(1).text\n", ".get(1)", ".all[1]", True, id="an item stands for a call"),
        pytest.param("x = 2 * f(-1)\n", "f(-1)", "1 + f", False, id="an operator that binds less than the one around"),
        pytest.param("x = a.turn(b - c)\n", "(b - c)", "(-(b - c))", True, id="a sign before brackets"),
        pytest.param("a.set(1)\nb = 2\n", "a.set(1)", "a.x = 1", True, id="an assignment stands for a call"),
        pytest.param("a.set(1)\nb\n", "a.set(1)\n", "a.x = 1, \\\n", False, id="the next line is drawn in"),
    ],
)
def test_what_stands_around_an_edit_is_grouped_as_before(*, code: str, old: str, new: str, kept: bool) -> None:
    assert rewrite(code.encode(), [at(code, old, new)]) == (
        code.replace(old, new).encode() if kept else Bail.RULE_FAILED
    )


def test_a_sign_that_takes_the_first_operand_alone_is_refused() -> None:
    code = "x = a.turn(b - c)\n"
    sign = Replacement(start=11, end=11, old="", new="-")
    assert rewrite(code.encode(), [sign]) is Bail.RULE_FAILED
    bracketed = [altered(sign, new="-("), Replacement(start=16, end=16, old="", new=")")]
    assert rewrite(code.encode(), bracketed) == b"x = a.turn(-(b - c))\n"


def test_an_edit_may_be_in_several_pieces() -> None:
    """The pieces of one call, and around a name that changes as well."""
    code = "import one\nx = one.f(1).n\n"
    edits = [at(code, "one", "new"), Replacement(start=15, end=15, old="", new="len(")]
    edits += [Replacement(start=15, end=18, old="one", new="new"), at(code, ".n", ".p)"), at(code, "(1)", "[1]")]
    assert rewrite(code.encode(), edits) == b"import new\nx = len(new.f[1].p)\n"


def test_what_is_put_in_at_one_place_twice_has_no_order() -> None:
    put_in = [Replacement(start=11, end=11, old="", new=new) for new in ("f(", "g(")]
    assert spliced(CODE, put_in) is Bail.EDITS_OVERLAP
    assert spliced(CODE, [put_in[0], at(CODE, "one.x", "(two))")]) == "import one\nf((two))\n"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("\x0cx = 1\nimport one\n\x0c\none.x\n", id="a form feed before a statement that is not touched"),
        pytest.param("@d(one)\n@e\nclass C(one.B):  # one\n    'one'\n    def m(self): return one\nimport one\n", id="decorators"),
        pytest.param("import a; import one; b = one.x; 'one'\n", id="statements on one line"),
        pytest.param("import one\r\nif one:\r\n    é = 'ü' ; one.ö\r\n", id="line ends of two characters, letters of two bytes"),
        pytest.param("import one\nif one.x:\n\tone\nelse:\n        one\n# one\n", id="tabs and blanks"),
        pytest.param("import one\nx = (one,\n  # one\n one)\ny = \\\n  one", id="lines that go on, no end of the last one"),
        pytest.param("'''one\n'''\nimport one ; one\n\n\n\none\n", id="a text over several lines"),
    ],
)  # fmt: skip
def test_only_the_names_are_exchanged(code: str) -> None:
    """What Python's own parser takes for the name `one`, and nothing else: no text, no comment."""
    tree = ast.parse(code)
    lines = code.encode().splitlines(keepends=True)
    spots = [
        len(b"".join(lines[: node.lineno - 1]).decode()) + len(lines[node.lineno - 1][: node.col_offset].decode())
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "one"
    ]
    spots += [code.index("import one") + len("import ")]
    edits = [Replacement(start=spot, end=spot + 3, old="one", new="another") for spot in spots]
    expected = code
    for spot in sorted(spots, reverse=True):
        expected = expected[:spot] + "another" + expected[spot + 3 :]
    assert rewrite(code.encode(), edits) == expected.encode()


def test_a_decorator_is_held_to_what_it_was_although_its_function_is_untouched() -> None:
    code = "import one\n@2 + one.a\ndef f(): pass\n"
    assert rewrite(code.encode(), [at(code, "one.a", "one.a if 1 else 2")]) is Bail.RULE_FAILED
