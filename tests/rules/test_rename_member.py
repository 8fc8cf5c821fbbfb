"""rename_member: the forms that a member can take, what stands around it, and the neighbours that must stay.

The pack of PyPDF2 serves as the example; that what is written means the same is shown by `tests/wire`.
"""

import pytest

from bot.packs.surface import SurfaceIndex
from tests.packs.measured import pack
from tests.rules.rewriting import rewritten, words

SURFACE = SurfaceIndex(pack())
READER = "from pypdf import PdfReader\nr = PdfReader(f, strict=True)\n"
OLD = "from PyPDF2 import PdfFileReader\nr = PdfFileReader(f)\n"
WRITER = "from pypdf import PdfReader, PdfWriter\nr = PdfReader(f, strict=True)\nw = PdfWriter()\n"
OLD_WRITER = "from PyPDF2 import PdfFileReader, PdfFileWriter\nr = PdfFileReader(f)\nw = PdfFileWriter()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("r.numPages", "len(r.pages)", id="a property that is counted"),
        pytest.param("-r.numPages ** 2 % 3", "-len(r.pages) ** 2 % 3", id="among operators"),
        pytest.param("r.getNumPages ( ) - 1", "len(r.pages ) - 1", id="a method that is counted, with its spaces"),
        pytest.param("(r\n .numPages)", "(len(r\n .pages))", id="over two lines"),
        pytest.param("f'{r.numPages!r:>3}'", "f'{len(r.pages)!r:>3}'", id="in an f-string"),
        pytest.param("(r if f else r).getNumPages()", "len((r if f else r).pages)", id="behind brackets"),
        pytest.param("r.getPage(0)", "r.pages[0]", id="an item"),
        pytest.param("r.getPage(\n    0,  # first\n)", "r.pages[\n    0  # first\n]", id="an item, with a comment"),
        pytest.param("r.getPage(pageNumber = 1 + 2)", "r.pages[1 + 2]", id="an item under its keyword"),
        pytest.param("r.getPage((0))", "r.pages[(0)]", id="an item in brackets"),
        pytest.param("r.getPage(r.getNumPages() - 1)", "r.pages[len(r.pages) - 1]", id="one in another"),
        pytest.param("r.getPage(0).extractText().split()", "r.pages[0].extract_text().split()", id="a chain"),
        pytest.param("r.getDocumentInfo().title", "r.metadata.title", id="a method that is a property"),
        pytest.param("r.isEncrypted", "r.is_encrypted", id="a property with another name"),
        pytest.param("r.pages[0].rotateCounterClockwise(90)", "r.pages[0].rotate(-90)", id="a number negated"),
        pytest.param("r.pages[0].rotateCounterClockwise(-f)", "r.pages[0].rotate(f)", id="a negative one"),
        pytest.param("r.pages[0].rotateCounterClockwise(f + 90)", "r.pages[0].rotate(-(f + 90))", id="a sum negated"),
        pytest.param(
            "r.pages[0].mediaBox.setUpperRight((1, 2))", "r.pages[0].mediabox.upper_right = (1, 2)", id="a setter"
        ),
        pytest.param(
            "[p.extractText() for p in r.pages]", "[p.extract_text() for p in r.pages]", id="in a comprehension"
        ),
    ],
)
def test_rewrites(before: str, after: str) -> None:
    assert rewritten(f"{OLD}{before}\n".encode(), SURFACE) == f"{READER}{after}\n".encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("w.addBookmark('a', pagenum=0)", "w.add_outline_item('a', page_number=0)", id="a keyword"),
        pytest.param("w.setPageMode(mode='/UseNone')", "w.page_mode = '/UseNone'", id="a setter by keyword"),
        pytest.param(
            "w.setPageMode(\n    '/UseNone',\n)", "w.page_mode = (\n    '/UseNone'\n)", id="over several lines"
        ),
        pytest.param("w.addBlankPage(*f)", "w.add_blank_page(*f)", id="unpacked arguments that keep their places"),
        pytest.param(
            "w.encrypt(user_pwd=f)", "w.encrypt(user_password=f)", id="a name that stayed, a keyword that did not"
        ),
    ],
)
def test_rewrites_what_a_writer_has(before: str, after: str) -> None:
    assert rewritten(f"{OLD_WRITER}{before}\n".encode(), SURFACE) == f"{WRITER}{after}\n".encode()


@pytest.mark.parametrize(
    ("code", "word"),
    [
        pytest.param("get = r.getPage", "use_not_rewritable", id="a method that is not called"),
        pytest.param("r.getPage(*f)", "use_not_rewritable", id="unpacked arguments"),
        pytest.param("r.getPage(i := 0)", "use_not_rewritable", id="a name bound inside"),
        pytest.param("r.getNumPages(  # all\n)", "use_not_rewritable", id="a comment that would be lost"),
        pytest.param("r.getNamedDestinations(f)", "use_not_rewritable", id="arguments that a property does not take"),
        pytest.param("len = f\nr.numPages", "name_taken", id="a builtin that the file hides"),
        pytest.param(
            "r = other(f) if f else r\nr.getNumPages()", "receiver_ambiguous", id="perhaps of another library"
        ),
        pytest.param("getattr(r, 'numPages')", "flag_only_surface", id="a name in a string"),
        pytest.param("def g(x): x.getNumPages()", "receiver_unresolved", id="a receiver that nobody knows"),
        pytest.param("r.noSuchName", "member_unknown", id="a member that the library never had"),
    ],
)
def test_leaves(code: str, word: str) -> None:
    assert word in words(f"{OLD}{code}\n".encode(), SURFACE)
