"""adopt_receiver, copied_on_call and once_an_object: objects that are changed, copied and written, in which order.

The pack of PyPDF2 serves as the example; that what is written means the same is shown by `tests/wire`.
"""

import pytest

from bot.packs.surface import SurfaceIndex
from tests.packs.measured import pack
from tests.rules.rewriting import rewritten, words

SURFACE = SurfaceIndex(pack())
OLD = "from PyPDF2 import PdfFileMerger, PdfFileReader, PdfFileWriter\nr, w = PdfFileReader(f), PdfFileWriter()\n"
NEW = "from pypdf import PdfWriter, PdfReader\nr, w = PdfReader(f, strict=True), PdfWriter()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("p = r.getPage(0)\np.mergePage(m)\nw.addPage(p)", "p = PdfWriter().add_page(r.pages[0])\np.merge_page(m)\nw.add_page(p)", id="where it is fetched"),
        pytest.param("for p in r.pages:\n    # all\n    p.scaleBy(2)\n    w.addPage(p)", "for p in r.pages:\n    # all\n    p = PdfWriter().add_page(p)\n    p.scale_by(2)\n    w.add_page(p)", id="at the head of a loop"),
        pytest.param("p = w.addBlankPage()\np.mergePage(m)", "p = w.add_blank_page()\np.merge_page(m)", id="it has an owner already"),
        pytest.param("p = r.getPage(0)\np.mergePage(m)\nw.addPage(p)\nfor i in range(1, 3):\n    w.addPage(r.getPage(i))", "p = PdfWriter().add_page(r.pages[0])\np.merge_page(m)\nw.add_page(p)\nfor i in range(1, 3):\n    w.add_page(r.pages[i])", id="the others are other ones"),
    ],
)  # fmt: skip
def test_a_page_gets_an_owner_before_it_is_changed(before: str, after: str) -> None:
    assert rewritten(f"{OLD}{before}\n".encode(), SURFACE) == f"{NEW}{after}\n".encode()


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("p = r.getPage(0)\np.mergePage(m)", id="nobody copies it"),
        pytest.param("p = r.getPage(0)\np.mergePage(m)\nw.addPage(p)\nkept.append(p)", id="somebody keeps it"),
        pytest.param("p = r.getPage(0)\np.mergePage(m)\nw.addPage(p)\nprint(r.getPage(0))", id="it is asked for again"),
        pytest.param("p = r.getPage(0)\np.mergePage(m)\nw.addPage(p)\nsave(r)", id="its reader is handed on"),
        pytest.param("r.getPage(0).mergePage(m)\nw.addPage(r.getPage(0))", id="it has no name"),
    ],
)
def test_a_page_without_an_owner_is_left(code: str) -> None:
    assert "flag_only_surface" in words(f"{OLD}{code}\n".encode(), SURFACE)


@pytest.mark.parametrize(
    ("code", "lost"),
    [
        pytest.param("p = r.getPage(0)\np.rotateClockwise(90)\nw.addPage(p)", False, id="changed before"),
        pytest.param("p = r.getPage(0)\nw.addPage(p)\np.rotateClockwise(90)", True, id="changed after"),
        pytest.param("w.addPage(r.getPage(0).rotateClockwise(90))", False, id="changed in the call"),
        pytest.param("w.addPage(r.getPage(0))\nr.getPage(0).mediaBox.upperRight = (1, 2)", True, id="a part of it, fetched again"),
        pytest.param("for i in range(3):\n    p = r.getPage(i)\n    p.rotateClockwise(90)\n    w.addPage(p)", False, id="another one in each round"),
        pytest.param("for i in range(3):\n    p = r.getPage(0)\n    p.rotateClockwise(90)\n    w.addPage(p)", True, id="the same one in each round"),
        pytest.param("w.appendPagesFromReader(r)\nfor p in r.pages:\n    p.rotateClockwise(90)", True, id="all of a reader's"),
        pytest.param("def turn(p):\n    p.rotateClockwise(90)\np = r.getPage(0)\nw.addPage(p)\nturn(p)", True, id="changed by a function"),
        pytest.param("m = PdfFileMerger()\nfor p in r.pages:\n    p.rotateClockwise(90)\nm.append(r)", True, id="read again by a merger"),
        pytest.param("m = PdfFileMerger()\nm.append(f)", False, id="a merger of files"),
    ],
)  # fmt: skip
def test_a_change_that_a_copy_would_not_see_is_left(code: str, lost: bool) -> None:
    assert ("changed_after_copy" in words(f"{OLD}{code}\n".encode(), SURFACE)) is lost


@pytest.mark.parametrize(
    ("code", "left"),
    [
        pytest.param("m = PdfFileMerger()\nm.append(f)\nm.write(f)", False, id="once"),
        pytest.param("m = PdfFileMerger()\nm.write(f)\nm.write(f)", True, id="twice"),
        pytest.param("m = PdfFileMerger()\nfor x in f:\n    m.append(x)\n    m.write(x)", True, id="in each round"),
        pytest.param("for x in f:\n    m = PdfFileMerger()\n    m.append(x)\n    m.write(x)", False, id="another one in each round"),
    ],
)  # fmt: skip
def test_a_merger_that_writes_again_is_left(code: str, left: bool) -> None:
    assert ("called_again" in words(f"{OLD}{code}\n".encode(), SURFACE)) is left
