"""The index answers what the pack's data say, and searches by name alone only what a name alone can tell."""

from dataclasses import dataclass

import pytest

from bot.packs.builtin_members import EVERY_BUILTIN_MEMBER
from bot.packs.loader import load_pack
from bot.packs.schema import Pack
from bot.packs.surface import Gone, Same, SurfaceIndex, Unknown, searched_names
from tests.packs import measured
from tests.packs.test_loader import GOOD, KINDS

SMALL = (
    GOOD.partition("surface:\n")[0]
    + """\
surface:
  modules:
    one:
      same: [Reader, Page, Matrix, make, ORIGIN]
      gives: {make: one.Reader, ORIGIN: "[one.Page]"}
      gone: {Merger: Use Reader., helpers: The module is gone.}
      changed: {version: Counts on.}
    one.shapes:
      same: [Box]
  objects:
    one.Reader:
      same: [pages, close, title]
      gives: {pages: "[one.Page]", getPage: one.Page}
      gone: {getPage: Write pages., count: Write len., readlines: Is gone., rotate: Is gone.}
      changed: {find: Answers None.}
      items: one.Page
    one.Page:
      builtin: dict
      same: [text]
      changed: {merge: On a writer's page only., scale: On a writer's page only., get: Takes a default.}
    one._page.Page:
      builtin: dict
      same: [text, merge, scale]
    one.Matrix:
      same: [rotate, scale]
    one.Merger:
      same: [close]
      gone: {line: Write stroke., setPageMode: Set page_mode.}
  aliases: {one.old.Page: one.Page, one.old.Merger: one.Merger, one.shapes.Box: one.Matrix}
  calls:
    one.Reader:
      positional: 1
      keywords: {warn: Drop it., strictly: Is called strict.}
      sentence: One argument only.
    one.Page.text:
      positional: 2
      sentence: Two at most.
  warnings: {one.Page.text: Spaces differ., one.Reader: Words differ.}
"""
)


@pytest.fixture(scope="module")
def index() -> SurfaceIndex:
    return SurfaceIndex(small())


def small() -> Pack:
    return load_pack(SMALL.encode(), KINDS)


@dataclass(frozen=True)
class Shape:
    positional: int | None
    keywords: frozenset[str] | None = frozenset()


def test_a_module_or_below_is_the_old_librarys_whether_listed_or_not(index: SurfaceIndex) -> None:
    assert [index.is_old(name) for name in ("one", "one.shapes", "one.unheard.of", "ones", "two", "x.one")] == [
        *(True, True, True, False, False, False)
    ]
    assert [index.is_module(name) for name in ("one", "one.shapes", "one.unheard", "one.Reader")] == [
        *(True, True, False, False)
    ]


def test_a_name_of_a_module_is_same_gone_or_unknown(index: SurfaceIndex) -> None:
    assert index.module_name("one", "Reader") == Same()
    assert index.module_name("one", "make") == Same("one.Reader")
    assert index.module_name("one", "Merger") == Gone("Use Reader.")
    assert index.module_name("one", "version") == Gone("Counts on.")
    assert index.module_name("one", "_private") == Unknown()
    assert index.module_name("one.unheard", "Reader") == Unknown()


def test_a_class_that_is_gone_is_known_under_its_other_names(index: SurfaceIndex) -> None:
    """Another name of a class that stayed says nothing about the module that it stands in."""
    assert index.module_name("one.old", "Merger") == Gone("Use Reader.")
    assert index.module_name("one.old", "Page") == Unknown()


def test_a_member_is_same_gone_or_unknown_and_what_it_gives_is_told(index: SurfaceIndex) -> None:
    assert index.class_member("one.Reader", "pages") == Same("[one.Page]")
    assert index.class_member("one.Reader", "getPage") == Gone("Write pages.", "one.Page")
    assert index.class_member("one.Reader", "find") == Gone("Answers None.")
    assert index.class_member("one.Reader", "nothing") == Unknown()
    assert index.class_member("one.Nobody", "pages") == Unknown()


def test_a_class_has_the_members_of_the_python_type_it_inherits_from_unless_listed(index: SurfaceIndex) -> None:
    assert index.class_member("one.Page", "keys") == Same()
    assert index.class_member("one.Page", "get") == Gone("Takes a default.")
    assert index.class_member("one.Reader", "keys") == Unknown()


def test_a_class_is_found_by_each_of_its_names(index: SurfaceIndex) -> None:
    assert index.has_class("one.old.Page")
    assert index.class_member("one.old.Page", "text") == Same()
    assert index.canonical("one.old.Page.text") == "one.Page.text"
    assert index.warning("one.old.Page.text") == "Spaces differ."
    assert not index.has_class("one.make")
    assert index.items("one.Reader") == "one.Page"
    assert index.items("one.old.Page") is None


CALLS = {
    "no argument": (Shape(0), None),
    "as many as stayed": (Shape(1), None),
    "one too many": (Shape(2), "One argument only."),
    "an unpacked list": (Shape(None), "One argument only."),
    "unpacked keywords": (Shape(0, None), "One argument only."),
    "a keyword that stayed": (Shape(1, frozenset({"strict"})), None),
    "a keyword that is gone": (Shape(1, frozenset({"strict", "warn"})), "Drop it."),
    "the first of two by name": (Shape(1, frozenset({"warn", "strictly"})), "Is called strict."),
}


@pytest.mark.parametrize(("shape", "sentence"), CALLS.values(), ids=CALLS.keys())
def test_an_argument_that_changed_has_its_sentence(index: SurfaceIndex, shape: Shape, sentence: str | None) -> None:
    assert index.changed_argument("one.Reader", shape) == sentence


def test_a_call_that_the_pack_says_nothing_about_stays(index: SurfaceIndex) -> None:
    assert index.changed_argument("one.make", Shape(None, None)) is None
    assert index.changed_argument("one.old.Page.text", Shape(3)) == "Two at most."


def test_only_names_that_tell_are_searched_without_a_receiver(index: SurfaceIndex) -> None:
    """`count`, `find` and `readlines` are Python's own too, `rotate` and `scale` another class's; a class that is gone is
    found by its own name, and two entries of one class do not excuse each other (`merge`).
    """
    assert index.searched_names == {"getPage", "merge"}
    assert {"count", "find", "readlines"} <= EVERY_BUILTIN_MEMBER
    assert searched_names(small()) == index.searched_names


def test_a_searched_name_is_reported_under_a_class_that_had_it(index: SurfaceIndex) -> None:
    assert index.owner_of_searched("getPage") == "one.Reader.getPage"
    assert index.owner_of_searched("merge") == "one.Page.merge"


def test_a_suggestion_belongs_to_what_is_gone_or_changed(index: SurfaceIndex) -> None:
    assert index.suggestion("one.Reader.getPage") == "Write pages."
    assert index.suggestion("one.old.Page.merge") == "On a writer's page only."
    assert index.suggestion("one.Merger") == "Use Reader."
    assert index.suggestion("one.Reader.pages") is None
    assert index.suggestion("one.Reader") is None


def test_the_names_of_pypdf2_that_are_searched() -> None:
    """The ones that real code is full of are in; names that other libraries' objects are full of are not."""
    found = SurfaceIndex(measured.pack()).searched_names
    assert {"getPage", "numPages", "getNumPages", "extractText", "mergePage", "addPage", "isEncrypted"} <= found
    assert {"mediaBox", "getDocumentInfo", "merge_page", "get_fields", "rotateClockwise"} <= found
    assert found & {"line", "link", "rectangle", "scale", "rotate", "merge", "append", "write", "pdf_header"} == set()
    assert found & EVERY_BUILTIN_MEMBER == set()


def test_every_searched_name_has_an_owner_and_a_suggestion() -> None:
    index = SurfaceIndex(measured.pack())
    for member in index.searched_names:
        owner = index.owner_of_searched(member)
        assert owner.endswith(f".{member}")
        assert index.suggestion(owner)
