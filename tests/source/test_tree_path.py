"""Which paths of a repository may be used."""

import pytest

from bot.models.limitation import Limitation
from bot.source.tree_path import judged_path, printable
from bot.vocabulary import LimitationCode


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("src/app.py", id="an ordinary path passes"),
        pytest.param("a" * 255 + ".py", id="a name of 255 bytes and more passes"),
        pytest.param("with blank/and 'quotes' & $(signs).py", id="blanks and shell signs are only characters"),
        pytest.param("-rf", id="a name like an option passes; it never stands before `--`"),
        pytest.param(":(glob)**", id="a name like a pathspec's magic passes; pathspecs are literal"),
        pytest.param("résumé/日本語.py", id="letters of any script pass"),
        pytest.param("क्\u200dष.py", id="a zero-width joiner belongs to the spelling of Hindi"),
        pytest.param(".gitignore", id="a name that begins like git's folder is another name"),
        pytest.param("docs/.github/x.yml", id=".github is not .git"),
        pytest.param("a..b/...c", id="dots inside a name are only dots"),
    ],
)
def test_a_path_that_means_one_file_passes(path: str) -> None:
    assert judged_path(path.encode()) == path


@pytest.mark.parametrize(
    ("raw", "code", "shown"),
    [
        pytest.param(b"caf\xe9.py", LimitationCode.PATH_NOT_UTF8, r"caf\xe9.py", id="latin-1 is not UTF-8"),
        pytest.param(b"\xed\xb3\xa9", LimitationCode.PATH_NOT_UTF8, r"\xed\xb3\xa9", id="a surrogate is not UTF-8"),
        pytest.param(b"a\\b.py", LimitationCode.PATH_NOT_PORTABLE, r"a\x5cb.py", id="a backslash separates elsewhere"),
        pytest.param(b"a\nb.py", LimitationCode.PATH_NOT_PORTABLE, r"a\x0ab.py", id="a line feed splits a line"),
        pytest.param(b"a\r\n.py", LimitationCode.PATH_NOT_PORTABLE, r"a\x0d\x0a.py", id="CR LF as well"),
        pytest.param(b"\x1b[2J", LimitationCode.PATH_NOT_PORTABLE, r"\x1b[2J", id="an escape commands a terminal"),
        pytest.param(b"\x7f", LimitationCode.PATH_NOT_PORTABLE, r"\x7f", id="delete is a control character"),
        pytest.param(b"\xc2\x85", LimitationCode.PATH_NOT_PORTABLE, r"\xc2\x85", id="next line, U+0085, is one too"),
        pytest.param(
            b"\xe2\x80\xa8", LimitationCode.PATH_NOT_PORTABLE, r"\xe2\x80\xa8", id="U+2028 separates lines in a page"
        ),
        pytest.param(
            "yp.\u202eeslaf".encode(),
            LimitationCode.PATH_NOT_PORTABLE,
            r"yp.\xe2\x80\xaeeslaf",
            id="text runs backwards",
        ),
        pytest.param(b"/etc/passwd", LimitationCode.PATH_UNSAFE, "/etc/passwd", id="absolute"),
        pytest.param(b"a/../../b", LimitationCode.PATH_UNSAFE, "a/../../b", id="climbs out"),
        pytest.param(b"./a", LimitationCode.PATH_UNSAFE, "./a", id="a dot component"),
        pytest.param(b"a//b", LimitationCode.PATH_UNSAFE, "a//b", id="an empty component"),
        pytest.param(b"", LimitationCode.PATH_UNSAFE, "", id="nothing at all"),
        pytest.param(b".git/config", LimitationCode.PATH_UNSAFE, ".git/config", id="git's own folder"),
        pytest.param(b"sub/.GIT/hooks/x", LimitationCode.PATH_UNSAFE, "sub/.GIT/hooks/x", id="in capitals"),
        pytest.param(b"GIT~1/config", LimitationCode.PATH_UNSAFE, "GIT~1/config", id="by its short name of NTFS"),
        pytest.param(b".git ./config", LimitationCode.PATH_UNSAFE, ".git ./config", id="as Windows trims it"),
        pytest.param(
            b".git::$INDEX_ALLOCATION/x", LimitationCode.PATH_UNSAFE, ".git::$INDEX_ALLOCATION/x", id="as a stream"
        ),
        pytest.param(
            ".g\u200cit/config".encode(),
            LimitationCode.PATH_UNSAFE,
            ".g\u200cit/config",
            id="as HFS+ overlooks a joiner",
        ),
    ],
)
def test_a_path_that_could_mislead_is_refused_by_its_word(raw: bytes, code: LimitationCode, shown: str) -> None:
    assert judged_path(raw) == Limitation(code=code, path=shown, line=None, detail=None)


def test_two_different_paths_are_never_shown_alike() -> None:
    """A backslash is written out as well, so that no name can pose as the written-out form of another."""
    assert printable(b"\n") == r"\x0a"
    assert printable(rb"\x0a") == r"\x5cx0a"
