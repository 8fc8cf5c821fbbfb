"""Members that are searched by name alone, where what stands before the dot is another library's, and where it is not."""

import pytest

from tests.running import ran
from tests.scan.looking import facts_of, uses

IMPORTS = "import oldlib, newlib, fitz\nfrom fitz import Document\n"


@pytest.mark.parametrize(
    ("code", "origins"),
    [
        pytest.param("fitz.open(p).get_text()", ("fitz",), id="what a function of another library gives"),
        pytest.param("d = Document(p)\nfor page in d:\n    page.get_text()", ("fitz",), id="what is iterated over"),
        pytest.param("fitz.sub.Document(p).load(1)[0].get_text()", (), id="a method that may give what was put in"),
        pytest.param("fitz.sub.Document(p).page(1)[0].get_text()", ("fitz",), id="the element of a result"),
        pytest.param("def g(d: Document):\n    d.get_text()", ("fitz:Document",), id="a parameter of another library's type"),
        pytest.param("def g(d):\n    d.get_text()", (), id="a parameter that nothing is known about"),
        pytest.param("d = Document(p) if x else newlib.open(p)\nd.get_text()", ("fitz:Document", "newlib"), id="one of two"),
        pytest.param("d = Document(p) if x else other(p)\nd.get_text()", (), id="one that is not known"),
        pytest.param("class A:\n    def __init__(self):\n        self.d = Document(p)\n    def g(self):\n        self.d.get_text()", ("fitz:Document",), id="an attribute"),
        pytest.param("fitz.state.page.get_text()", (), id="anybody may keep anything in an attribute"),
        pytest.param("newlib.Client().pages.get_text()", ("newlib",), id="but for the new library's objects"),
        pytest.param("fitz.wrapped(oldlib.Reader(f)).get_text()", (), id="what was given something of the library"),
        pytest.param("name = 'x'\nfitz.open(name).get_text()", ("fitz",), id="what was given a string"),
        pytest.param("import queue\nqueue.Queue().take().get_text()", (), id="a module whose objects hold anything"),
        pytest.param("from .own import Document\nDocument(p).get_text()", (".own:Document",), id="a module of the repository"),
    ],
)  # fmt: skip
def test_where_a_receiver_comes_from(code: str, origins: tuple[str, ...]) -> None:
    rows = [row for row in facts_of(IMPORTS + code).rows if row.searched and row.symbol == "oldlib.Page.get_text"]
    assert [row.origins for row in rows] == [origins]


def test_a_member_that_a_class_of_the_file_defines_is_its_own() -> None:
    code = "import oldlib\nclass A:\n    def get_text(self):\n        return 1\n    def g(self):\n        self.get_text()\nA().get_text()"
    assert uses(code) == []


@pytest.mark.parametrize(
    ("code", "symbols"),
    [
        pytest.param("def g(r):\n    p = r.page_at(0)\n    p.text()", ["oldlib.Reader.page_at", "oldlib.Page.text"], id="a method's result"),
        pytest.param("def g(r):\n    r.page_at(0).rotated(1).text()", ["oldlib.Page.rotated", "oldlib.Page.text", "oldlib.Reader.page_at"], id="and further"),
        pytest.param("def g(r):\n    r.page_at(0).status", ["oldlib.Reader.page_at"], id="but not a name that the library never had"),
        pytest.param("def g(r):\n    p = r.page_at(0)\n    hasattr(p, 'text')", ["oldlib.Reader.page_at"], id="nor one in a string"),
        pytest.param("def g(r):\n    r.pages[0].text()", [], id="a name that stays tells nothing"),
        pytest.param("fitz.open(p).page_at(0).text()", ["oldlib.Reader.page_at"], id="nor what is another library's"),
    ],
)  # fmt: skip
def test_what_an_untraced_receiver_s_member_gives_is_followed(code: str, symbols: list[str]) -> None:
    rows = [row for row in facts_of(IMPORTS + code).rows if row.line > 2]
    assert sorted(row.symbol or "" for row in rows) == sorted(symbols)
    assert all(row.searched and row.bail == "receiver_unresolved" for row in rows)


@pytest.mark.parametrize("own", [True, False], ids=["a module of the repository", "another library"])
def test_whether_it_is_another_library_depends_on_what_the_repository_holds(own: bool) -> None:
    files = {"app.py": "import oldlib, fitz\noldlib.VERSION\nfitz.open(p).get_text()\n"}
    findings = ran({**files, "src/fitz.py": "def open(p): ...\n"} if own else files).scan.findings
    assert any(finding.symbol == "oldlib.Page.get_text" for finding in findings) is own


@pytest.mark.parametrize(
    ("tool", "found"),
    [
        pytest.param("class Tool:\n    def get_text(self): ...\n", False, id="a class that defines the member"),
        pytest.param("class Tool:\n    def __getattr__(self, n): ...\n", True, id="one that does not"),
        pytest.param("import oldlib\ndef Tool():\n    return made(oldlib.Page())\n", True, id="a function"),
    ],
)
@pytest.mark.parametrize("line", ["from .tool import Tool", "from tool import Tool"])
def test_a_member_that_a_class_of_the_repository_defines_is_its_own(line: str, tool: str, found: bool) -> None:
    app = f"import oldlib\n{line}\noldlib.VERSION\nTool().get_text()\n"
    findings = ran({"app.py": app, "tool.py": f"# oldlib\n{tool}"}).scan.findings
    assert any(one.path == "app.py" and one.symbol == "oldlib.Page.get_text" for one in findings) is found
