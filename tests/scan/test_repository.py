"""What is read of a repository's modules without parsing."""

import pytest

from bot.scan.repository import ModuleIndex, import_lines, module_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("import a.b as x, c\n", {"a.b", "c"}, id="every module of one import"),
        pytest.param("from a import b as x, c\n", {"a", "a.b", "a.c"}, id="a module and what is taken from it"),
        pytest.param("from a import (  # why\n    b,  # (first)\n    c,\n)\n", {"a", "a.b", "a.c"}, id="comments in brackets"),
        pytest.param("from a import b, \\\n    c\n", {"a", "a.b", "a.c"}, id="a line that goes on"),
        pytest.param("from a \\\n    import b\n", {"a", "a.b"}, id="a line that goes on before the keyword"),
        pytest.param("if x: import a\ny = 1; import b\n", {"a", "b"}, id="not first on its line"),
        pytest.param("from from_here import b\n", {"from_here", "from_here.b"}, id="a module called like the keyword"),
        pytest.param("from importlib import import_module\n", {"importlib", "importlib.import_module"}, id="the other keyword"),
        pytest.param("def f():\n\timport a\r\n", {"a"}, id="inside a function, CRLF"),
        pytest.param("\ufeffimport a\n", {"a"}, id="behind a byte order mark"),
        pytest.param("from . import b\nfrom .c import d\n", {"app.pdf", "app.pdf.b", "app.pdf.c", "app.pdf.c.d"}, id="relative"),
        pytest.param("from .. import b\nfrom...c import(d)\n", {"app", "app.b", "c", "c.d"}, id="relative, further up"),
        pytest.param("reimport(a)\nx.important = 1\nimported = 2\n", set(), id="no import at all"),
        pytest.param("import a", {"a"}, id="no final newline"),
    ],
)  # fmt: skip
def test_import_statements_are_read_as_python_would(text: str, names: set[str]) -> None:
    """Python's grammar of import_stmt, reference manual 7.11."""
    assert {name for name in import_lines("app/pdf/read.py", text.encode()) if not name.endswith(".*")} == names


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        pytest.param("import a.b", {"a.b.*"}, id="a module"),
        pytest.param("from a import b, c", {"a.b.*", "a.c.*"}, id="names, which may be modules"),
        pytest.param("from a import *", {"a.*"}, id="every name"),
        pytest.param("from . import b", {"app.pdf.b.*"}, id="a module beside this one"),
        pytest.param("patch('a.b.c')", {"a.*", "a.b.*"}, id="a string"),
    ],
)
def test_which_modules_are_reached_with_all_that_is_in_them(text: str, whole: set[str]) -> None:
    assert {name for name in import_lines("app/pdf/read.py", text.encode()) if name.endswith(".*")} == whole


@pytest.mark.parametrize(
    ("path", "module"),
    [("src/app/pdf.py", "src.app.pdf"), ("app/__init__.py", "app"), ("__init__.py", ""), ("a.py", "a"), ("a/b.c.py", "a.b.c")],
)  # fmt: skip
def test_a_path_is_a_dotted_name(path: str, module: str) -> None:
    assert module_of(path) == module


def test_a_dotted_name_may_mean_every_file_that_ends_in_it() -> None:
    index = ModuleIndex(["src/app/pdf.py", "app/pdf/__init__.py", "pdf.py", "notpdf.py"])
    assert index.find("app.pdf") == ("src/app/pdf.py", "app/pdf/__init__.py")
    assert index.find("pdf") == ("src/app/pdf.py", "app/pdf/__init__.py", "pdf.py")
    assert index.find("os") == index.find("") == ()
