"""What reaches a file through other modules of the repository, over the whole pipeline."""

import pytest

from tests.running import Files, ran


def uses(files: dict[str, str], path: str) -> list[tuple[int, str, str | None]]:
    """Line, kind and symbol of what the scan sees in the file, mentions aside."""
    found: Files = {name: text.encode() for name, text in files.items()}
    rows = [finding for finding in ran(found).scan.findings if finding.path == path]
    return [(row.line, str(row.kind), row.symbol) for row in rows if row.actionable]


def limitations(files: Files) -> list[tuple[str, str | None]]:
    """Code and path of each limitation."""
    return [(str(one.code), one.path) for one in ran(files).scan.limitations]


COUNT = "oldlib.Reader.page_count"

CLIENT = """\
from oldlib import Reader


class Base:
    shared = Reader("a")

    def opened(self):
        return self.reader


class Client(Base):
    def __init__(self, path):
        self.reader = Reader(path)
        self.readers = [Reader(path)]
        self.name = path


class Holder:
    def __init__(self):
        self.client = Client("b")


def make():
    return Client("c")


client = make()
"""


@pytest.mark.parametrize(
    ("code", "line"),
    [
        pytest.param("from client import client\nclient.reader.page_count", 2, id="an instance"),
        pytest.param("import client\nclient.client.reader.page_count", 2, id="through the module"),
        pytest.param("from client import Client\nClient('x').reader.page_count", 2, id="a class"),
        pytest.param("from client import Client as C\nc = C('x')\nc.reader.page_count", 3, id="a variable"),
        pytest.param("from client import make\nmake().reader.page_count", 2, id="a function"),
        pytest.param("from client import Client\nClient('x').opened().page_count", 2, id="an inherited method"),
        pytest.param("from client import Client\nClient.shared.page_count", 2, id="an inherited class attribute"),
        pytest.param("from client import Holder\nHolder().client.reader.page_count", 2, id="an instance in an instance"),
        pytest.param("from client import Client\nfor r in Client('x').readers:\n    r.page_count", 3, id="a list"),
        pytest.param("from client import Client\nclass Mine(Client):\n    def f(self):\n        return self.reader.page_count", 4, id="a subclass"),
        pytest.param("from client import Client\ndef f(c: Client):\n    return c.reader.page_count", 3, id="an annotation"),
        pytest.param("from client import *\nclient.reader.page_count", 2, id="a star import"),
        pytest.param("def f():\n    from client import make\n    with make() as c:\n        c.reader.page_count", 4, id="inside a function"),
    ],
)  # fmt: skip
def test_what_another_module_holds_is_followed(code: str, line: int) -> None:
    assert (line, "attribute", COUNT) in uses({"client.py": CLIENT, "app.py": code}, "app.py")


@pytest.mark.parametrize(
    "between",
    [
        pytest.param("from client import client", id="a name that is handed on"),
        pytest.param("from client import *", id="a star import that is handed on"),
        pytest.param("import client as _c\nclient = _c.client", id="an assignment"),
        pytest.param("from client import make\nclient = make()", id="a call"),
    ],
)
def test_and_through_a_package_in_between(between: str) -> None:
    files = {
        "client.py": CLIENT,
        "api/__init__.py": between,
        "app.py": "from api import client\nclient.reader.page_count",
    }
    assert (2, "attribute", COUNT) in uses(files, "app.py")


def test_relative_imports_name_the_same_modules() -> None:
    files = {"src/pkg/client.py": CLIENT, "src/pkg/sub/app.py": "from ..client import client\nclient.reader.page_count"}
    assert (2, "attribute", COUNT) in uses(files, "src/pkg/sub/app.py")


def test_names_of_the_library_come_through_a_star_import() -> None:
    files = {
        "skills.py": "import oldlib\nfrom oldlib import Reader",
        "app.py": "from skills import *\nReader(f).pages\noldlib.VERSION",
    }
    assert uses(files, "app.py") == [
        (2, "attribute", "oldlib.Reader.pages"),
        (2, "call", "oldlib.Reader"),
        (3, "attribute", "oldlib.VERSION"),
    ]


@pytest.mark.parametrize(
    "test",
    [
        pytest.param("from unittest.mock import patch\n\n@patch('app.client.Reader')\ndef test(m):\n    pass", id="patch"),
        pytest.param("from unittest import mock\n\nmock.patch('app.client.Reader.page_count')", id="patch of a member"),
        pytest.param("def test(monkeypatch):\n\n    monkeypatch.setattr('app.client.Reader', None)", id="monkeypatch by string"),
        pytest.param("from unittest.mock import patch\nimport app.client\npatch.object(app.client, 'Reader')", id="patch.object"),
        pytest.param("import app.client\ndef test(monkeypatch):\n    monkeypatch.setattr(app.client, 'Reader', None)", id="monkeypatch of a module"),
    ],
)  # fmt: skip
def test_patches_of_a_name_in_the_repositorys_own_module_are_found(test: str) -> None:
    rows = uses({"app/client.py": CLIENT, "tests/test_app.py": test}, "tests/test_app.py")
    assert [(line, kind) for line, kind, _ in rows] == [(3, "dynamic")]
    assert all(symbol is not None and symbol.startswith("oldlib.Reader") for _, _, symbol in rows)


def test_where_the_search_is_cut_short_the_run_says_so() -> None:
    """A class of 70 attributes, each an instance of a class of 70 attributes: more paths than are looked at."""
    many = "\n".join(f"        self.a{number} = Inner()" for number in range(70))
    inner = "\n".join(f"        self.b{number} = Leaf(reader)" for number in range(70))
    code = f"from oldlib import Reader\nclass Leaf: ...\nclass Inner:\n    def __init__(self):\n{inner}\nclass Outer:\n    def __init__(self):\n{many}\nreader = Reader(f)\n"
    assert ("reach_bound_hit", "wide.py") in limitations({"wide.py": code})
    assert ("reach_bound_hit", "client.py") not in limitations({"client.py": CLIENT})


@pytest.mark.parametrize(
    ("call", "received", "line"),
    [
        pytest.param("from pdf import count\ncount(reader)", "def count(r):\n    return r.page_count", 2, id="a position"),
        pytest.param("import pdf\npdf.count(1, r=reader)", "def count(a, *, r):\n    return r.page_count", 2, id="a name"),
        pytest.param("from pdf import Book\nBook(reader)", "class Book:\n    def __init__(self, r):\n        self.r = r\n    def n(self):\n        return self.r.page_count", 5, id="a constructor"),
        pytest.param("from pdf import Book\nBook.count(1, reader)", "class Book:\n    def count(self, r):\n        return r.page_count", 3, id="a method of a class"),
        pytest.param("from pdf import count\ncount([reader])", "def count(rs):\n    for r in rs:\n        r.page_count", 3, id="a list"),
        pytest.param("import pdf\nimport oldlib\npdf.count(oldlib)", "def count(lib):\n    return lib.Reader(f).page_count", 2, id="the module"),
        pytest.param("from pdf import count\ncount(reader)", "from far import more\ndef count(r):\n    return more(r)", 0, id="on to a third file"),
    ],
)  # fmt: skip
def test_what_a_call_passes_to_another_file_is_followed(call: str, received: str, line: int) -> None:
    files = {
        "app.py": f"from oldlib import Reader\nreader = Reader(f)\n{call}\n",
        "pdf.py": received,
        "far.py": "def more(r):\n    return r.page_count",
    }
    assert ("attribute", COUNT) in [row[1:] for row in uses(files, "pdf.py" if line else "far.py")]
    assert not line or line in [row[0] for row in uses(files, "pdf.py")]
