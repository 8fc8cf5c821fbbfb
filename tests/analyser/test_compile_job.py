"""What compiles and what does not is Python's own verdict; the classes are those of the language reference."""

import pytest

from bot.analyser.jobs import COMPILE, Compiled
from bot.analyser.outcomes import Done, Job
from bot.analyser.supervisor import Analyser


def verdict(analyser: Analyser, source: bytes) -> Compiled:
    (outcome,) = analyser.run([Job(COMPILE, Compiled, payloads=(source,))])
    assert isinstance(outcome, Done)
    return outcome.result


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"", id="an empty file compiles"),
        pytest.param(b"x = 1", id="a file without a final newline compiles"),
        pytest.param(b"\xef\xbb\xbfx = 1\r\n", id="a file with a byte order mark and CRLF compiles"),
        pytest.param(b"# coding: latin-1\nx = '\xe9'\n", id="latin-1 that says so compiles"),
        pytest.param(b"# coding: cp1252\nx = '\x80'\n", id="cp1252 that says so compiles"),
        pytest.param("# coding: shift_jis\nx = 'ソース'\n".encode("shift_jis"), id="shift_jis that says so compiles"),
        pytest.param("# coding: gb18030\nx = '源'\n".encode("gb18030"), id="gb18030 that says so compiles"),
        pytest.param("# coding: koi8-r\nx = 'код'\n".encode("koi8-r"), id="koi8-r that says so compiles"),
        pytest.param("名 = 'name \\N{BULLET}'\n".encode(), id="an identifier and a character by name compile"),
        pytest.param(b"x = '\\d'\nassert (x, 'always')\nx is 1\n", id="what only warns compiles"),
        pytest.param(b"x = " + b" + ".join([b"a"] * 1_000) + b"\n", id="a sum of a thousand terms compiles"),
    ],
)
def test_a_file_that_python_takes_compiles(hostile: Analyser, source: bytes) -> None:
    assert verdict(hostile, source) == Compiled(error=None, line=None)


@pytest.mark.parametrize(
    ("source", "error", "line"),
    [
        pytest.param(b"x = 1\nx = \n", "SyntaxError", 2, id="a syntax error has its line"),
        pytest.param(b"if x:\npass\n", "IndentationError", 2, id="an indentation error is named"),
        pytest.param(b"if x:\n        y\n\tz\n", "TabError", 3, id="a tab error is named"),
        pytest.param(b"return 1\n", "SyntaxError", 1, id="what parses and does not compile is an error"),
        pytest.param(b"x = '\xe9'\n", "SyntaxError", 1, id="bytes that are not UTF-8 are a syntax error"),
        pytest.param(b"# coding: no-such-codec\n", "SyntaxError", None, id="an unknown codec is a syntax error"),
        pytest.param(b"x = " + b"(" * 300 + b")" * 300, "SyntaxError", 1, id="300 parentheses are a syntax error"),
    ],
)
def test_a_file_that_python_refuses_is_a_value(hostile: Analyser, source: bytes, error: str, line: int | None) -> None:
    found = verdict(hostile, source)
    assert found.error == error
    assert line is None or found.line == line


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"x = 1\0\n", id="a null byte"),
        pytest.param(b"x = " + b"-" * 100_000 + b"1\n", id="100,000 signs"),
        pytest.param(b"x = " + b" + ".join([b"a"] * 100_000) + b"\n", id="a sum of 100,000 terms"),
        pytest.param(b"# coding: utf-16\nx = 1\n", id="a coding line in ASCII that claims UTF-16"),
        pytest.param("x = 1\n".encode("utf-16"), id="UTF-16 with its mark"),
        pytest.param(b"# coding: hex\nx = 1\n", id="a codec that is not a text encoding"),
        pytest.param(b"# coding: undefined\nx = 1\n", id="the codec that always fails"),
        pytest.param(b"# coding: mbcs\nx = 1\n", id="a codec of another system"),
        pytest.param(b"# coding: ..os\nx = 1\n", id="a codec named like a module"),
        pytest.param(b"x = 1" + b"0" * 5_000 + b"\n", id="a number of 5,000 digits"),
    ],
)
def test_what_makes_the_compiler_itself_give_up_is_a_value_too(hostile: Analyser, source: bytes) -> None:
    assert verdict(hostile, source).error is not None


def test_a_job_without_its_one_payload_is_a_fault_of_ours_and_not_of_a_file(hostile: Analyser) -> None:
    (outcome,) = hostile.run([Job(COMPILE, Compiled)])
    assert not isinstance(outcome, Done)
