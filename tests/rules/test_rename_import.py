"""rename_import: what moves, with every byte around it untouched, and its neighbours that must stay."""

import pytest

from tests.rules.rewriting import rewritten, words


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            b"import oldlib\noldlib.Reader(f)\n", b"import newlib\nnewlib.Reader(f)\n", id="a module and its uses"
        ),
        pytest.param(b"import oldlib as o\no.Reader(f)\n", b"import newlib as o\no.Reader(f)\n", id="an alias stays"),
        pytest.param(
            b"import os, oldlib, sys\noldlib.VERSION",
            b"import os, newlib, sys\nnewlib.VERSION",
            id="among others, no final newline",
        ),
        pytest.param(
            b"import oldlib.errors\noldlib.errors.ReadError",
            b"import newlib.errors\nnewlib.errors.ReadError",
            id="a submodule",
        ),
        pytest.param(
            b"from oldlib import Reader  # why\n", b"from newlib import Reader  # why\n", id="names, with a comment"
        ),
        pytest.param(
            b"from oldlib.errors import ReadError\n",
            b"from newlib.errors import ReadError\n",
            id="names of a submodule",
        ),
        pytest.param(
            b"from  oldlib  import (\n    Reader,  # one\n    Writer,\n)\n",
            b"from  newlib  import (\n    Reader,  # one\n    Writer,\n)\n",
            id="odd spacing and several lines",
        ),
        pytest.param(b"from \\\n  oldlib import Reader\n", b"from \\\n  newlib import Reader\n", id="a continued line"),
        pytest.param(b"import oldlib\r\noldlib.VERSION\r\n", b"import newlib\r\nnewlib.VERSION\r\n", id="CRLF"),
        pytest.param(b"\xef\xbb\xbfimport oldlib\n", b"\xef\xbb\xbfimport newlib\n", id="a byte order mark"),
        pytest.param(
            b"# coding: latin-1\nx = '\xe9'; import oldlib; oldlib.VERSION\n",
            b"# coding: latin-1\nx = '\xe9'; import newlib; newlib.VERSION\n",
            id="latin-1",
        ),
        pytest.param(
            b"def f():\n\timport oldlib\n\treturn oldlib.Reader(f)\n",
            b"def f():\n\timport newlib\n\treturn newlib.Reader(f)\n",
            id="tabs, inside a function",
        ),
        pytest.param(
            b"import oldlib\nx = (oldlib).VERSION\n",
            b"import newlib\nx = (newlib).VERSION\n",
            id="a name in parentheses",
        ),
        pytest.param(
            "import oldlib\nx = 'ü', oldlib.VERSION\n".encode(),
            "import newlib\nx = 'ü', newlib.VERSION\n".encode(),
            id="after a letter of two bytes",
        ),
        pytest.param(
            b"import oldlib\n@oldlib.VERSION\ndef f(a=oldlib.VERSION, *, b: oldlib.Reader): ...\n",
            b"import newlib\n@newlib.VERSION\ndef f(a=newlib.VERSION, *, b: newlib.Reader): ...\n",
            id="decorator, default, annotation",
        ),
        pytest.param(
            b"import oldlib\nf'{oldlib.VERSION!r:>{9}}'\n",
            b"import newlib\nf'{newlib.VERSION!r:>{9}}'\n",
            id="inside an f-string",
        ),
        pytest.param(
            b"try:\n    import oldlib\nexcept ImportError:\n    install()\n    import oldlib\n",
            b"try:\n    import newlib\nexcept ImportError:\n    install()\n    import newlib\n",
            id="the same import in both branches",
        ),
        pytest.param(
            b"try:\n    from oldlib import Reader\nexcept ImportError:\n    Reader = None\n",
            b"try:\n    from newlib import Reader\nexcept ImportError:\n    Reader = None\n",
            id="a name that is None without the library",
        ),
        pytest.param(
            b"import newlib\nimport oldlib\nnewlib.x, oldlib.VERSION\n",
            b"import newlib\nimport newlib\nnewlib.x, newlib.VERSION\n",
            id="beside the new library",
        ),
        pytest.param(
            b"def a():\n    import oldlib\n    oldlib.VERSION\ndef b():\n    oldlib = 1\n    return oldlib\n",
            b"def a():\n    import newlib\n    newlib.VERSION\ndef b():\n    oldlib = 1\n    return oldlib\n",
            id="another function's variable of that name stays",
        ),
        pytest.param(
            b"import oldlib\nx = oldlib.Reader(f).pages[0].text() # oldlib\n",
            b"import newlib\nx = newlib.Reader(f).pages[0].text() # oldlib\n",
            id="a comment stays",
        ),
    ],
)
def test_moves(before: bytes, after: bytes) -> None:
    assert rewritten(before) == after


@pytest.mark.parametrize(
    ("code", "word"),
    [
        pytest.param(b"import oldlib\nnewlib = 1\n", "name_taken", id="the new name is a variable"),
        pytest.param(
            b"import oldlib\ndef f(newlib): return oldlib.VERSION\n", "name_taken", id="the new name is a parameter"
        ),
        pytest.param(b"import oldlib\nprint(newlib)\n", "name_taken", id="the new name is read without being bound"),
        pytest.param(b"import oldlib\nimport fast as newlib\n", "name_taken", id="the new name is another module"),
        pytest.param(b"import oldlib\noldlib = 1\n", "name_bound_twice", id="the old name is also a variable"),
        pytest.param(
            b"try:\n    import oldlib\nexcept ImportError:\n    oldlib = None\n",
            "name_bound_twice",
            id="the module is None without the library",
        ),
        pytest.param(b"import oldlib\ndel oldlib\n", "name_bound_twice", id="the name is deleted"),
        pytest.param(
            b"def f():\n    global oldlib\n    import oldlib\n", "name_bound_twice", id="the name is declared global"
        ),
        pytest.param(
            b"try:\n    import newlib\nexcept ImportError:\n    import oldlib as newlib\n",
            "import_has_fallback",
            id="the new library first, the old one as fallback",
        ),
        pytest.param(
            b"try:\n    from oldlib import Reader\nexcept ImportError:\n    from other import Reader\n",
            "import_has_fallback",
            id="another library as fallback",
        ),
        pytest.param(
            b"if new:\n    from newlib import Reader\nelse:\n    from oldlib import Reader\n",
            "import_has_fallback",
            id="chosen by a condition",
        ),
        pytest.param(b"import oldlib\nf(oldlib)\n", "module_as_value", id="the module is handed on"),
    ],
)
def test_stays_with_its_word(code: bytes, word: str) -> None:
    assert word in words(code)


def test_a_fallback_under_another_name_is_no_alternative() -> None:
    """A different library, bound to a different name, does not stand for this one."""
    code = b"try:\n    import fitz\nexcept ImportError:\n    import oldlib\n"
    assert rewritten(code) == code.replace(b"oldlib", b"newlib")
