"""Every library that reads foreign bytes does so in a child that can no longer open anything.

Each kind of file is also the first thing that a fresh child sees, so that nothing an earlier job loaded helps it.
"""

import libcst
import pytest

from bot.analyser.outcomes import Done, Outcome, Raised
from bot.analyser.supervisor import Analyser
from tests.analyser.conftest import Anything, Ask

ENCODED = [
    pytest.param("utf-8", "naïve ☃", id="UTF-8"),
    pytest.param("utf-8-sig", "naïve ☃", id="UTF-8 with a byte order mark"),
    pytest.param("latin-1", "naïve", id="latin-1"),
    pytest.param("iso-8859-15", "5 €", id="latin-9"),
    pytest.param("cp1252", "5 €", id="cp1252"),
    pytest.param("koi8-r", "код", id="koi8-r"),
    pytest.param("mac-roman", "naïve", id="mac-roman"),
    pytest.param("cp037", None, id="cp037, in which even the coding line is unreadable"),
    pytest.param("shift_jis", "ソース", id="shift_jis"),
    pytest.param("euc_jp", "ソース", id="euc_jp"),
    pytest.param("gb18030", "源代码", id="gb18030"),
    pytest.param("big5", "原始碼", id="big5"),
    pytest.param("euc_kr", "소스", id="euc_kr"),
    pytest.param("utf-16", None, id="UTF-16, which Python does not take as source"),
    pytest.param("utf-7", "a+b", id="utf-7"),
    pytest.param("no-such-codec", None, id="an unknown codec"),
    pytest.param("rot13", None, id="a codec that is not a text encoding"),
    pytest.param("mbcs", None, id="a codec of another system"),
]


def one(analyser: Analyser, ask: Ask, name: str, source: bytes) -> tuple[str, list[str], tuple[bytes, ...]]:
    (outcome,) = analyser.run([ask(name, source)])
    assert isinstance(outcome, Done), outcome
    texts = outcome.result["texts"]
    assert isinstance(texts, list)
    return str(outcome.result["error"]), texts, outcome.payloads


def python_file(coding: str, text: str | None) -> bytes:
    lines = f"# coding: {coding}\nx = '{text or ''}'\n"
    try:
        return lines.encode(coding)
    except LookupError:
        return lines.encode()


@pytest.mark.parametrize(("coding", "text"), ENCODED)
@pytest.mark.parametrize("reader", ["names", "tokens"])
def test_a_file_is_read_in_the_encoding_that_it_declares(
    readers: Analyser, ask: Ask, reader: str, coding: str, text: str | None
) -> None:
    error, texts, _ = one(readers, ask, reader, python_file(coding, text))
    assert (error == "", texts) == (text is not None, [] if text is None else [text])


@pytest.mark.parametrize(
    ("coding", "text"),
    [("utf-8", "naïve ☃"), ("latin-1", "naïve"), ("cp1252", "5 €"), ("shift_jis", "ソース"), ("gb18030", "源代码")],
)
def test_libcst_rewrites_a_file_and_keeps_its_encoding(readers: Analyser, ask: Ask, coding: str, text: str) -> None:
    before = f"# coding: {coding}\r\nold = '{text}'  # {text}\r\n".encode(coding)
    _, _, (after,) = one(readers, ask, "rewrite", before)
    assert after == before.replace(b"old", b"new")


@pytest.mark.parametrize(
    ("job", "good", "texts", "bad", "error"),
    [
        pytest.param("names", b"x = '\\N{BULLET} \\u00fc'", ["\u2022 \u00fc"], b"x = (", "SyntaxError", id="ast"),
        pytest.param("tokens", b"x = '''a\nb''' # c\n", ["a\nb"], b"x = (", "TokenError", id="tokenize"),
        pytest.param(
            "rewrite", b"class old[T]:\n    def f(self) -> old: ...\n", ["utf-8"], b"x = (", "Syntax Error", id="LibCST"
        ),
        pytest.param(
            "toml",
            b'[project]\ndependencies = ["old"] # d\nd = 1979-05-27\n',
            ["project"],
            b"a = \n",
            "TOMLDecodeError",
            id="TOML",
        ),
        pytest.param(
            "configuration",
            b"a: 2001-12-14\nb: !!binary aGk=\n",
            ["a", "b"],
            b"a: [\n",
            "while parsing",
            id="YAML",
        ),
        pytest.param(
            "requirement",
            b"Old[x]>=1.0,<2; python_version>'3' and platform_machine!=''",
            ["Old", "<2,>=1.0", "True", "x"],
            b"a b",
            "Expected semicolon",
            id="a requirement",
        ),
        pytest.param("record", b'{"x": 7}', ["7"], b'{"x": "7"}', "not of type int", id="a record"),
    ],
)
def test_what_a_library_opens_late_was_opened_before(
    ask: Ask, job: str, good: bytes, texts: list[str], bad: bytes, error: str
) -> None:
    with Analyser(registry="tests.analyser.readers", slots=1) as fresh:
        assert one(fresh, ask, job, good)[:2] == ("", texts)
        found, nothing, _ = one(fresh, ask, job, bad)
        assert (found[: len(error)], nothing) == (error, [])


def test_a_sum_of_five_hundred_terms_is_not_too_deep_for_libcst_in_the_child(readers: Analyser, ask: Ask) -> None:
    """Its visitors need several Python frames a term, more than the interpreter's own limit of 1,000."""
    before = b"x = " + b" + ".join([b"old"] * 500) + b"\n"
    assert one(readers, ask, "rewrite", before)[2] == (before.replace(b"old", b"new"),)


def test_toml_that_is_changed_keeps_everything_else(readers: Analyser, ask: Ask) -> None:
    before = b'# top\n[project]  # p\ndependencies = [\n  "old",  # why\n]\nx = 0x1F\n'
    _, _, (after,) = one(readers, ask, "toml", before)
    assert after.replace(b'  "new>=1",\n', b"") == before


def test_an_import_that_was_forgotten_is_an_error_of_ours_with_its_place(hostile: Analyser, ask: Ask) -> None:
    outcome: Outcome[Anything]
    (outcome,) = hostile.run([ask("import_late")])
    assert isinstance(outcome, Raised)
    assert outcome.exception == "ModuleNotFoundError"
    assert outcome.place.startswith("tests/analyser/hostile.py:")


def test_what_the_child_reads_is_what_libcst_reads_unconfined(readers: Analyser, ask: Ask) -> None:
    source = b"# coding: cp1252\nold = '\x80'\n"
    _, (encoding,), _ = one(readers, ask, "rewrite", source)
    assert encoding == libcst.parse_module(source).encoding
