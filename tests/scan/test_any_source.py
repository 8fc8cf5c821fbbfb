"""Whatever a file holds, it becomes rows within the file or one word; nothing raises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models.reading import read_json
from bot.models.writing import compact
from bot.rules.engine.file_facts import python_facts
from bot.scan.facts import FileFacts
from tests.demo_pack import NAMESPACED, SHARED, SURFACE

PIECES = st.sampled_from(
    [
        "import oldlib", "import oldlib as o", "from oldlib import Reader", "from oldlib import *", "from . import oldlib",
        "from corp import oldlib", "import bothlib", "\n", "\r\n", "\r", "\x0c", "\ufeff", "\t", "    ", ";", ":", ",",
        "oldlib", "Reader", ".pages", "(", ")", "[", "]", "{", "}", "=", ":=", "*", "**", "@", "lambda", "def f(x)",
        "class A(Reader)", "return ", "yield ", "await ", "async ", "global x", "del oldlib", "if x", "else", "try",
        "except* E as e", "with a as b", "for x in y", "match x", "case Reader(a=b)", "type X[T] = T", "f'{oldlib!r:>{w}}'",
        "'oldlib.Reader'", "getattr(oldlib, 'Reader')", "\"\\N{BULLET}\"", "'\\ud800'", "# oldlib", "x", "1", "é", "\u2028", "\U0001d4aa",
    ]
)  # fmt: skip


def looked_at(data: bytes) -> list[FileFacts]:
    return [python_facts("a/b.py", data, surface, {}, vendored=False) for surface in (SURFACE, SHARED, NAMESPACED)]


def assert_well_formed(data: bytes) -> None:
    last = data.count(b"\n") + data.count(b"\r") + 1
    for facts in looked_at(data):
        assert read_json(FileFacts, compact(facts)) == facts
        assert len(facts.rows) == len(facts.judgements)
        assert all(1 <= row.line <= last for row in facts.rows)
        assert facts.failed is None or facts.rows == ()


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_pieces_of_python(text: str) -> None:
    assert_well_formed(text.encode(errors="surrogatepass"))
    assert_well_formed(b"import oldlib, bothlib\n" + text.encode(errors="surrogatepass"))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert_well_formed(data)
    assert_well_formed(b"import oldlib\n" + data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xef\xbb\xbf# coding: latin-1\nimport oldlib\n", id="a mark of UTF-8 that a coding line denies"),
        pytest.param(b"# coding: utf-7\nimport oldlib\n+AAA-", id="UTF-7"),
        pytest.param("import oldlib\n\u017fx = oldlib.Reader\n".encode(), id="a name that Python normalises"),
        pytest.param(b"import oldlib\n" + b"oldlib." + b"a" * 1_000, id="a name of a thousand letters"),
        pytest.param(b"import oldlib\nx = " + b"[" * 90 + b"oldlib" + b"]" * 90, id="ninety brackets"),
        pytest.param(b"import oldlib\nx = 'a' 'b' \\\n  oldlib\n", id="what is no statement"),
        pytest.param(b"import oldlib\rx = oldlib.VERSION\r", id="lines that end at a carriage return"),
    ],
)
def test_cases_that_were_found(data: bytes) -> None:
    assert_well_formed(data)
