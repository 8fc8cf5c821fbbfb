"""Rows: what kind a place is, what it is called, and the scan's own word where it is withheld."""

import pytest

from bot.scan.facts import Export
from tests.demo_pack import NAMESPACED
from tests.scan.looking import facts_of, seen, uses


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        pytest.param("import oldlib", [("import", "oldlib", None)], id="a module"),
        pytest.param("import oldlib.errors", [("import", "oldlib.errors", None)], id="a submodule"),
        pytest.param("import oldlib as o, os", [("import", "oldlib", None)], id="an alias beside another module"),
        pytest.param("from oldlib import Reader, Writer", [("import", "oldlib.Reader", None), ("import", "oldlib.Writer", None)], id="a row a name"),
        pytest.param("from oldlib import (\n  Reader as R,\n)", [("import", "oldlib.Reader", None)], id="over several lines, where the statement begins"),
        pytest.param("from oldlib import errors", [("import", "oldlib.errors", None)], id="a submodule by from"),
        pytest.param("from oldlib import LegacyReader", [("import", "oldlib.LegacyReader", "flag_only_surface")], id="a name that is gone"),
        pytest.param("from oldlib import mystery", [("import", "oldlib.mystery", "symbol_unknown")], id="a name that the pack does not know"),
        pytest.param("import oldlib.ancient", [("import", "oldlib.ancient", "flag_only_surface")], id="a module that is gone"),
        pytest.param("from oldlib.ancient import x", [("import", "oldlib.ancient.x", "flag_only_surface")], id="a name of a module that is gone"),
        pytest.param("import oldlib._inner", [("import", "oldlib._inner", "symbol_unknown")], id="a private module"),
        pytest.param("from oldlib import *", [("star_import", "oldlib", "star_imported")], id="a star import"),
        pytest.param("from helpers import oldlib", [("import", "oldlib", "reached_through_module")], id="the module through another one"),
    ],
)  # fmt: skip
def test_imports(statement: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = seen(statement)
    assert [row[1:] for row in found] == expected
    assert {row[0] for row in found} == {1}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("oldlib.Reader(f)", ("call", "oldlib.Reader", None), id="a class is called"),
        pytest.param("oldlib.VERSION", ("attribute", "oldlib.VERSION", None), id="a constant is read"),
        pytest.param("isinstance(x, oldlib.Reader)", ("attribute", "oldlib.Reader", None), id="a class is named"),
        pytest.param("try: pass\nexcept oldlib.errors.ReadError: pass", ("attribute", "oldlib.errors.ReadError", None), id="caught"),
        pytest.param("oldlib.LegacyReader(f)", ("call", "oldlib.LegacyReader", "flag_only_surface"), id="a gone class"),
        pytest.param("oldlib.mystery", ("attribute", "oldlib.mystery", "symbol_unknown"), id="an unknown name"),
        pytest.param("oldlib.Reader(f).mystery", ("attribute", "oldlib.Reader.mystery", "member_unknown"), id="an unknown member"),
        pytest.param("oldlib.Reader(f).page_count", ("attribute", "oldlib.Reader.page_count", "flag_only_surface"), id="a gone member"),
        pytest.param("x.page_count", ("attribute", "oldlib.Reader.page_count", "receiver_unresolved"), id="a gone member's name on anything"),
        pytest.param("x.get_text()", ("method_call", "oldlib.Page.get_text", "receiver_unresolved"), id="called on anything"),
        pytest.param("oldlib.Writer(f)", ("call", "oldlib.Writer", "argument_changed"), id="one positional argument too many"),
        pytest.param("oldlib.Writer(mode=1)", ("call", "oldlib.Writer", "argument_changed"), id="a keyword that changed"),
        pytest.param("oldlib.Writer(*a)", ("call", "oldlib.Writer", "argument_changed"), id="arguments that are hidden"),
        pytest.param("oldlib.Writer(**k)", ("call", "oldlib.Writer", "argument_changed"), id="keywords that are hidden"),
        pytest.param("oldlib.Writer()", ("call", "oldlib.Writer", None), id="the call that stayed"),
        pytest.param("class A(oldlib.Reader): pass", ("attribute", "oldlib.Reader", "subclassed"), id="a base class"),
        pytest.param("oldlib.Reader.close = f", ("attribute", "oldlib.Reader.close", "library_patched"), id="patched on the class"),
        pytest.param("oldlib.VERSION = 1", ("attribute", "oldlib.VERSION", "library_patched"), id="patched on the module"),
        pytest.param("oldlib.Reader(f).title = 1", ("attribute", "oldlib.Reader.title", None), id="a property is set on an object"),
        pytest.param("print(oldlib)", ("attribute", "oldlib", "module_as_value"), id="the module is handed on"),
        pytest.param("x = oldlib.errors", ("attribute", "oldlib.errors", "module_as_value"), id="a submodule is kept"),
        pytest.param("getattr(oldlib.Reader(f), name)", ("dynamic", "oldlib.Reader", "reached_by_string"), id="a member by a computed name"),
        pytest.param("getattr(oldlib.Reader(f), 'page_count')", ("dynamic", "oldlib.Reader.page_count", "flag_only_surface"), id="a gone member by its name in a string"),
        pytest.param("hasattr(x, 'page_count')", ("dynamic", "oldlib.Reader.page_count", "receiver_unresolved"), id="asked of anything"),
    ],
)  # fmt: skip
def test_uses(code: str, expected: tuple[str, str, str | None]) -> None:
    assert expected in [row[1:] for row in seen(f"import oldlib, oldlib.errors\n{code}")]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("importlib.import_module('oldlib')", id="importlib"),
        pytest.param("__import__('oldlib')", id="__import__"),
        pytest.param("pytest.importorskip('oldlib')", id="importorskip"),
        pytest.param("sys.modules['oldlib'] = x", id="sys.modules"),
        pytest.param("mock.patch('app.oldlib.Reader')", id="a patch target through a module"),
        pytest.param("mock.patch.dict('sys.modules', {'oldlib': x})", id="a patched table of modules"),
        pytest.param("monkeypatch.setattr('oldlib.Reader', x)", id="monkeypatch"),
        pytest.param("logging.getLogger('oldlib').setLevel(9)", id="a logger of the library's name"),
        pytest.param("globals()['oldlib']", id="the module's own table"),
        pytest.param("__all__ = ['oldlib']", id="exported by name"),
        pytest.param("def f(r: 'oldlib.Reader'): ...", id="a quoted annotation"),
        pytest.param("x: 'oldlib.Reader' = 1", id="a quoted annotation of a variable"),
        pytest.param("subprocess.run(['pip', 'install', 'oldlib'])", id="installed by name"),
        pytest.param("os.system('pip install oldlib')", id="installed through a shell"),
    ],
)
def test_strings_that_code_acts_on_are_dynamic(code: str) -> None:
    assert [(row[1], row[3]) for row in seen(code)] == [("dynamic", "reached_by_string")]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("# oldlib is old", id="a comment"),
        pytest.param('"""About oldlib."""', id="a docstring"),
        pytest.param("print('install oldlib')", id="a message"),
        pytest.param("x = 'oldlib'", id="a plain string"),
        pytest.param("x = f'{y} oldlib'", id="an f-string"),
    ],
)
def test_mere_mentions_are_no_usage(code: str) -> None:
    assert [row[1:] for row in seen(code)] == [("text_mention", "oldlib", None)]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("oldlibrary = 1", id="a longer name"),
        pytest.param("self.oldlib = 1", id="an attribute of something else"),
        pytest.param("oldlib = 1", id="a variable of that name"),
    ],
)
def test_identifiers_that_are_not_the_library_have_no_row(code: str) -> None:
    assert seen(code) == []


def test_one_mention_a_line_and_none_beside_another_row() -> None:
    found = seen("import oldlib  # oldlib\n# oldlib and oldlib\n")
    assert [(row[0], row[1]) for row in found] == [(1, "import"), (2, "text_mention")]


@pytest.mark.parametrize(
    ("data", "bail"),
    [
        pytest.param("print 'oldlib'", "file_does_not_parse", id="Python 2"),
        pytest.param("oldlib\0", "file_does_not_parse", id="a null byte"),
        pytest.param("# coding: no-such\nimport oldlib", "file_not_decodable", id="an unknown encoding"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(data: str, bail: str) -> None:
    assert facts_of(data).failed == bail


def test_rows_come_in_document_order_whatever_the_way_they_were_found() -> None:
    found = facts_of("import oldlib\nx.page_count\nr = oldlib.Reader(f)\n# oldlib\nr.pages\n").rows
    assert [(row.line, row.column) for row in found] == sorted((row.line, row.column) for row in found)


def test_columns_count_code_points() -> None:
    (row,) = [row for row in facts_of("import oldlib\nx = 'é' + oldlib.VERSION\n").rows if row.line == 2]
    assert row.column == 10


def test_what_reaches_a_file_through_a_module_is_seen() -> None:
    exports = [
        Export(path="open_it()", form="object", target="oldlib.Reader"),
        Export(path="oldlib", form="module", target="oldlib"),
    ]
    found = seen("from lib.pdf import open_it\nimport lib.pdf\nopen_it(f).page_count\nlib.pdf.oldlib.Reader(f)\n", reached={"lib.pdf": exports})  # fmt: skip
    assert ("attribute", "oldlib.Reader.page_count", "flag_only_surface") in [row[1:] for row in found]
    assert ("call", "oldlib.Reader", None) in [row[1:] for row in found]


def test_in_a_repository_that_carries_the_library_itself_imports_are_withheld() -> None:
    facts = facts_of("import oldlib\n", vendored=True)
    assert [judgement.bail for judgement in facts.judgements] == ["library_vendored"]


@pytest.mark.parametrize(
    ("code", "symbols"),
    [
        pytest.param("r = Reader(f)\nif x:\n    r = other()\nr.status", [], id="what may be something else"),
        pytest.param("r = Reader(f)\nr.status", ["oldlib.Reader.status"], id="what is nothing else"),
        pytest.param("r = Reader(f)\nif x:\n    r = other()\nr._status", ["oldlib.Reader._status"], id="a private name, which packs do not list"),
        pytest.param("r = Reader(f) if x else oldlib.Page()\nr.text()", ["oldlib.Page.text"], id="what another class has"),
        pytest.param("class A:\n    def __init__(self):\n        self.r = None\n        self.r = Reader(f)\n    def g(self):\n        self.r.status", ["oldlib.Reader.status"], id="what is None at first"),
    ],
)  # fmt: skip
def test_a_public_name_that_the_library_never_had(code: str, symbols: list[str]) -> None:
    """Packs list every public name that was measured, so one that they do not have is hardly the library's."""
    rows = facts_of(f"import oldlib\nfrom oldlib import Reader\n{code}").rows
    assert [
        row.symbol for row in rows if row.line > 2 and row.symbol not in {"oldlib.Reader", "oldlib.Page"}
    ] == symbols


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("oldlib.Reader.Mode.FAST", [("attribute", "oldlib.Reader.Mode.FAST")], id="a member of a class in a class is one place"),
        pytest.param("oldlib.ancient.Thing(f)", [("call", "oldlib.ancient.Thing")], id="a class of a module that is gone"),
        pytest.param("oldlib.ancient.thing(f)", [("attribute", "oldlib.ancient")], id="what may be an attribute of a function"),
        pytest.param("oldlib.Reader(f).Mode", [("attribute", "oldlib.Reader.Mode"), ("call", "oldlib.Reader")], id="such a class read from an object"),
        pytest.param(
            "class A:\n    def g(self):\n        self.t = oldlib.Page().get_text\n        print(self.t)",
            [("call", "oldlib.Page"), ("attribute", "oldlib.Page.get_text")],
            id="what a member gave and an own attribute keeps is read where the member is",
        ),
        pytest.param(
            "class A(oldlib.Reader):\n    def g(self):\n        self.page_count",
            [("attribute", "oldlib.Reader"), ("attribute", "oldlib.Reader.page_count")],
            id="an inherited attribute is the library's",
        ),
        pytest.param(
            "class A:\n    def __init__(self):\n        self.all = {}\n        self.all[1] = oldlib\n        self.all[2] = other()\n"
            "    def g(self, n):\n        c = self.all[n]\n        c.ancient.x()\n        c.status()\n        c.LegacyReader(f)",
            [("attribute", "oldlib"), ("call", "oldlib.LegacyReader")],
            id="of what may be something else, what the library has, and nothing behind its functions",
        ),
        pytest.param(
            "try:\n    x()\nexcept OSError as e:\n    e.errno\nexcept oldlib.Page as e:\n    e.status",
            [("attribute", "oldlib.Page"), ("attribute", "oldlib.Page.status")],
            id="a handler's name is what that handler catches",
        ),
    ],
)  # fmt: skip
def test_one_place_is_one_row(code: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(uses(f"import oldlib\n{code}")) == sorted(expected)


def test_a_module_taken_from_the_namespace_above_it_is_imported_under_its_own_name() -> None:
    rows = facts_of("from corp import oldlib\noldlib.Reader(f)", surface=NAMESPACED).rows
    assert [(row.symbol, str(row.confidence_reason)) for row in rows] == [
        ("corp.oldlib", "from_import"),
        ("corp.oldlib.Reader", "from_import"),
    ]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        pytest.param("o.LegacyReader", [("oldlib.LegacyReader", "flag_only_surface")], id="a name behind an alias"),
        pytest.param("Reader", [("oldlib.Reader", None)], id="a name that was imported"),
        pytest.param("dict[str, Reader | None]", [("oldlib.Reader", None)], id="inside another type"),
        pytest.param("oldlib.Reader", [("oldlib.Reader", "reached_by_string")], id="the library by its own name"),
        pytest.param("Other", [], id="a name of something else"),
    ],
)
def test_an_annotation_in_quotes_names_what_it_would_without(annotation: str, expected: list[tuple[str, str]]) -> None:
    rows = seen(f"import oldlib as o\nfrom oldlib import Reader\ndef g(r: '{annotation}'): ...")
    assert [(symbol, bail) for line, kind, symbol, bail in rows if line == 3 and kind == "dynamic"] == expected
