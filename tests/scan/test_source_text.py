import ast

import pytest

from bot.scan.source_text import SourceText, Undecodable, read_source
from bot.vocabulary import Bail


def source(data: bytes) -> SourceText:
    found = read_source(data)
    assert isinstance(found, SourceText)
    return found


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"x = 1\n", id="plain ASCII"),
        pytest.param("x = 'é'\n".encode(), id="UTF-8"),
        pytest.param(b"\xef\xbb\xbfx = 1\n", id="a byte order mark"),
        pytest.param("# coding: latin-1\nx = 'é'\n".encode("latin-1"), id="latin-1 with a coding line"),
        pytest.param("#!x\n# -*- coding: cp1252 -*-\nx = '€'\n".encode("cp1252"), id="a coding line in line two"),
        pytest.param(b"x = 1\r\ny = 2\r\n", id="CRLF"),
        pytest.param(b"x = 1", id="no final newline"),
        pytest.param(b"", id="an empty file"),
    ],
)
def test_text_comes_back_as_the_same_bytes(data: bytes) -> None:
    found = source(data)
    assert found.encode(found.text) == data


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"x = '\xff'\n", id="not UTF-8 and no coding line"),
        pytest.param(b"# coding: no-such-codec\n", id="an unknown encoding"),
        pytest.param(b"\xef\xbb\xbf# coding: latin-1\n", id="a byte order mark that contradicts the coding line"),
        pytest.param(b"# coding: rot13\nvzcbeg\n", id="a codec that is no text encoding"),
        pytest.param(b"# coding: utf-7\nx = '+AGE-'\n", id="an encoding in which the bytes would not come back"),
    ],
)
def test_bytes_that_do_not_fit_their_encoding_are_refused(data: bytes) -> None:
    assert read_source(data) == Undecodable(Bail.FILE_NOT_DECODABLE)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"a = 1\nbb = x\n", (2, 5), id="plain"),
        pytest.param("é = 1\nüü = x\n".encode(), (2, 5), id="columns count code points, not bytes"),
        pytest.param("a = '\U0001f600'\nb='\U0001f600';x\n".encode(), (2, 6), id="beyond the basic plane"),
        pytest.param(b"a = 1\r\nbb = x\r\n", (2, 5), id="CRLF ends one line"),
        pytest.param(b"a = 1\rbb = x\n", (1, 11), id="a lone CR ends no line for git"),
        pytest.param(b"a = 1\n\x0cbb = x\n", (2, 6), id="a form feed is a character of its line"),
        pytest.param(b"\xef\xbb\xbfx\n", (1, 0), id="a byte order mark is not counted"),
    ],
)
def test_positions_of_ast_become_lines_and_columns_as_git_counts_them(data: bytes, expected: tuple[int, int]) -> None:
    found = source(data)
    (node,) = [n for n in ast.walk(ast.parse(found.text)) if isinstance(n, ast.Name) and n.id == "x"]
    assert found.position(found.offset(node.lineno, node.col_offset)) == expected


def test_the_first_lone_carriage_return_is_told_with_its_line() -> None:
    assert source(b"a\r\nb\rc\n").first_lone_carriage_return() == 2
    assert source(b"a\r\nb\n").first_lone_carriage_return() is None
