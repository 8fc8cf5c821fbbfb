"""What the pack says about names is what the libraries say: PyPDF2 3.0.1 (and 1.28.6) against both ends of the range.

A class of the pack is looked up by the name it has in the libraries; `PyPDF2._page.PageObject` is the pack's second entry
for PageObject (a page that belongs to a writer) and is measured as that class; `PyPDF2.generic._base.PdfObject` stands
for whatever a dictionary or an array holds.
"""

import email
from email.message import Message
from itertools import zip_longest
from typing import Any

import pytest

from bot.packs.builtin_members import BUILTIN_MEMBERS
from bot.packs.schema import ObjectSurface
from tests.packs.measured import ROOTS, library, pack
from tests.wire.interpreters import NEW, NEW_NEWEST, OLD, OLD_1, interpreter

SURFACE = pack().surface
ANY_OBJECT = "PyPDF2.generic._base.PdfObject"
HOME = {"PyPDF2._page.PageObject": "PyPDF2.PageObject", ANY_OBJECT: "PyPDF2.generic.DecodedStreamObject"}
GONE_MODULES = {"PyPDF2.merger", "PyPDF2.pdf", "PyPDF2.utils"}
MODULES = sorted(SURFACE.modules.keys() - GONE_MODULES)
GONE_CLASSES = {
    "PyPDF2.PdfFileMerger",
    "PyPDF2.PdfFileReader",
    "PyPDF2.PdfFileWriter",
    "PyPDF2.PdfMerger",
    "PyPDF2.generic.AnnotationBuilder",
}
NOT_IN_A_MODULE = {"PyPDF2._utils.File", ANY_OBJECT}
SURVIVING = sorted(SURFACE.objects.keys() - GONE_CLASSES - NOT_IN_A_MODULE)

UNLISTED_NAMES = {
    "PyPDF2": {"warnings"},
    # Python's own modules and typing helpers, and names that these modules import for their own use.
    "PyPDF2.constants": {"Dict", "IntFlag", "Tuple"},
    "PyPDF2.generic": {"Dict", "List", "StreamType", "Union", "deprecate_with_replacement"},
    "PyPDF2.pagerange": {"Any", "List", "Tuple", "Union", "re"},
    "PyPDF2.papersizes": {"namedtuple"},
    "PyPDF2.types": {
        *("List", "Literal", "TypeAlias", "Union"),
        *("ArrayObject", "Destination", "NameObject", "NullObject", "NumberObject", "OutlineItem"),
    },
    "PyPDF2.xmp": {
        *("Any", "Callable", "Dict", "Document", "ExpatError", "Iterator", "List", "Optional", "StreamType", "TypeVar"),
        *("Union", "XmlElement", "cast", "datetime", "decimal", "iso8601", "parseString", "re", "K"),
        *("ContentStream", "PdfObject", "PdfReadError", "deprecate_with_replacement", "deprecation_with_replacement"),
    },
}
"""Public by accident: reviewed, and unknown to the pack on purpose."""

UNLISTED_MEMBERS = {
    "PyPDF2.PdfReader": {  # the parser's state; it stayed, and nobody promises what is in it
        *("flattened_pages", "resolved_objects", "xref", "xref_free_entry", "xref_index", "xref_objStm"),
    },
}
PRIVATE = {"_root_object"}
"""Of the writer, and used by many programs: `tests/wire` shows that it holds the same."""

HASHES = {"hash_func", "hash_value", "hash_value_data"}
"""On every object of the format: hashes over other bytes in pypdf, and of no use to a program."""

FROM_1 = {
    "PyPDF2": {"merger", "pdf", "utils"},
    "PyPDF2.PdfReader": {"flattenedPages", "get_outlines", "resolvedObjects", "xrefIndex"},
    "PyPDF2.generic": {"readObject"},
}
"""Gone names that PyPDF2 3.0.1 has lost already; PyPDF2 1.28.6 has them."""

KEYWORD_ONLY_BUT_ACCEPTED = {"PyPDF2.PdfWriter.add_outline_item"}
"""pypdf 7 marks the parameters keyword-only and still takes them by position, with a warning (that the pack repeats)."""


NOW_REQUIRED = {
    "PyPDF2.PdfWriter.add_named_destination": "page_number",
    "PyPDF2.PdfWriter.add_named_destination_object": "page_destination",
    "PyPDF2.PdfWriter.add_outline_item_destination": "page_destination",
    "PyPDF2.PdfWriter.encrypt": "user_password",
    "PyPDF2.PdfWriter.get_object": "indirect_reference",
    "PyPDF2.PdfWriter.get_page": "page_number",
}
"""Had a default in PyPDF2 only so that its older name could be used instead, which `calls` withholds."""


def members(environment: str, cls: str) -> dict[str, Any]:
    """The public members of a class, those of its instances included."""
    described = library(environment)
    name = HOME.get(cls, cls)
    own: dict[str, Any] = {attribute: {} for attribute in described["instances"].get(name, ())}
    return {**own, **described["classes"].get(name, {}).get("members", {})}


def usable(environment: str, cls: str, member: str) -> bool:
    found = members(environment, cls)
    return member in found and not found[member].get("raises", False)


def inherited(described: ObjectSurface) -> frozenset[str]:
    return BUILTIN_MEMBERS[described.builtin] if described.builtin else frozenset()


# ---- modules


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_a_module_is_listed_or_reviewed(module: str) -> None:
    table = SURFACE.modules[module]
    known = {*table.same, *table.gone, *table.changed}
    submodules = {name.rpartition(".")[2] for name in SURFACE.modules if name.rpartition(".")[0] == module}
    public = library(OLD)["modules"][module].keys()
    assert public - known - UNLISTED_NAMES.get(module, set()) - submodules == set()
    assert UNLISTED_NAMES.get(module, set()) <= public


@pytest.mark.parametrize("module", MODULES)
def test_a_name_that_stayed_is_in_the_same_module_of_both_sides(module: str) -> None:
    stayed = SURFACE.modules[module].same
    assert [name for name in stayed if name not in library(OLD)["modules"][module]] == []
    for environment in NEW:
        names = library(environment)["modules"][module]
        submodules = {each.rpartition(".")[2] for each in library(environment)["modules"] if each.startswith(module)}
        lost = [name for name in stayed if name not in submodules and (name not in names or names[name]["raises"])]
        assert lost == []


@pytest.mark.parametrize("module", MODULES)
def test_a_name_that_is_gone_was_there_and_is_there_no_more(module: str) -> None:
    for name in SURFACE.modules[module].gone:
        was_on = OLD_1 if name in FROM_1.get(module, set()) else OLD
        assert name in library(was_on)["modules"][module], name
        newest = library(NEW_NEWEST)
        class_raises = name == "CatalogDictionary" and newest["classes"]["PyPDF2.constants.CatalogDictionary"]
        if class_raises:
            assert all(member["raises"] for member in class_raises["members"].values())
        else:
            assert name not in newest["modules"][module], name


@pytest.mark.parametrize("module", sorted(GONE_MODULES))
def test_a_module_that_is_gone_was_there_with_the_names_listed(module: str) -> None:
    table = SURFACE.modules[module]
    assert not (*table.same, *table.changed)
    assert table.gone.keys() <= library(OLD_1)["modules"][module].keys()
    assert all(module not in library(environment)["modules"] for environment in (OLD, *NEW))


# ---- classes


@pytest.mark.parametrize("cls", SURVIVING)
def test_every_member_of_a_class_is_listed_or_reviewed(cls: str) -> None:
    described = SURFACE.objects[cls]
    known = {*described.same, *described.gone, *described.changed} | inherited(described)
    reviewed = UNLISTED_MEMBERS.get(cls, set()) | HASHES
    assert members(OLD, cls).keys() - known - reviewed == set()


@pytest.mark.parametrize("cls", SURVIVING)
def test_a_member_that_stayed_is_usable_on_every_side(cls: str) -> None:
    for environment in (OLD, *NEW):
        stayed = [member for member in SURFACE.objects[cls].same if member not in PRIVATE]
        assert [member for member in stayed if not usable(environment, cls, member)] == []


@pytest.mark.parametrize("cls", [cls for cls in SURVIVING if SURFACE.objects[cls].builtin])
def test_what_a_class_inherits_from_python_it_has_on_every_side(cls: str) -> None:
    described = SURFACE.objects[cls]
    claimed = inherited(described) - described.gone.keys() - described.changed.keys()
    for environment in (OLD, *NEW):
        bases = library(environment)["classes"][HOME.get(cls, cls)]["bases"]
        expected = {"exception": "BaseException"}.get(str(described.builtin), described.builtin)
        assert expected in bases
        here = {member for member in members(environment, cls) if member in claimed}
        assert all(usable(environment, cls, member) for member in here)


@pytest.mark.parametrize("cls", sorted(SURFACE.objects.keys() - NOT_IN_A_MODULE))
def test_a_member_that_is_gone_was_there_and_is_usable_no_more(cls: str) -> None:
    """On the newest release at the latest; of a class that is gone itself, the members named are those to change."""
    for member in SURFACE.objects[cls].gone:
        was_on = OLD_1 if member in FROM_1.get(cls, set()) else OLD
        assert member in members(was_on, cls), member
        if cls not in GONE_CLASSES:
            assert not usable(NEW_NEWEST, cls, member), member


@pytest.mark.parametrize("cls", SURVIVING)
def test_a_member_that_changed_is_there_on_both_sides(cls: str) -> None:
    for member in SURFACE.objects[cls].changed:
        assert member in members(OLD, cls), member
        assert all(member in members(environment, cls) for environment in NEW), member


def test_the_classes_said_to_be_gone_are_gone() -> None:
    for environment in NEW:
        assert GONE_CLASSES & library(environment)["classes"].keys() == set()
    assert library(OLD)["classes"].keys() >= GONE_CLASSES


@pytest.mark.parametrize("cls", [cls for cls in SURVIVING if ".constants." in cls])
def test_constants_have_the_same_values(cls: str) -> None:
    for member in SURFACE.objects[cls].same:
        values = {members(environment, cls)[member]["value"] for environment in (OLD, *NEW)}
        assert len(values) == 1, member


@pytest.mark.parametrize("member", ["getPage", "documentInfo", "decode_permissions", "no_such_member"])
def test_a_member_wrongly_listed_as_the_same_is_noticed(member: str) -> None:
    """The comparison bites: raising stubs of the old side, names gone and names made up are not usable on every side."""
    assert not all(usable(environment, "PyPDF2.PdfReader", member) for environment in (OLD, *NEW))
    assert all(usable(environment, "PyPDF2.PdfReader", "pages") for environment in (OLD, *NEW))


# ---- calls


def parameters(environment: str, name: str) -> list[list[Any]] | None:
    """How a class, a method or a function takes its parameters, `self` left out; None where nobody can tell."""
    described = library(environment)
    if name in described["classes"]:
        found = described["classes"][name]["parameters"]
    else:
        owner, _, last = name.rpartition(".")
        owner = HOME.get(owner, owner)
        table = described["classes"].get(owner, {}).get("members") or described["modules"].get(owner, {})
        found = table.get(last, {}).get("parameters")
    return found and [parameter for parameter in found if parameter[0] != "self"]


def stayed_callables(owner: str) -> list[str]:
    """Every name of a module or class that stayed, can be called, and is the library's own on the old side."""
    if owner in SURFACE.modules:
        names = list(SURFACE.modules[owner].same)
    else:
        stayed = [member for member in SURFACE.objects[owner].same if member not in PRIVATE]
        names = [member for member in stayed if members(OLD, owner)[member].get("own")]
    return [f"{owner}.{name}" for name in names if parameters(OLD, f"{owner}.{name}") is not None]


@pytest.mark.parametrize("owner", [*MODULES, *SURVIVING])
def test_a_call_that_stayed_passes_its_arguments_as_before(owner: str) -> None:
    """Less what `calls` withholds: parameters are in the same places, under the same names, and none is demanded."""
    for name in stayed_callables(owner):
        for environment in NEW:
            assert lost_arguments(name, environment) == [], (name, environment)


def lost_arguments(name: str, environment: str) -> list[str]:
    """What a caller of the old side could pass, and does not pass to the new side in the same way."""
    before, after = parameters(OLD, name) or [], parameters(environment, name)
    if after is None or any(kind.startswith("VAR_") for _, kind, _ in (*before, *after)):
        return []  # takes whatever comes; what it does with it is asked by the facts and the wire cases
    call = SURFACE.calls.get(name)
    by_place = [p[0] for p in before if p[1] != "KEYWORD_ONLY"][: call.positional if call else None]
    places = [p[0] for p in after if p[1] != "KEYWORD_ONLY" or name in KEYWORD_ONLY_BUT_ACCEPTED]
    moved = [old for old, new in zip_longest(by_place, places[: len(by_place)]) if old != new]
    names_before = {p[0] for p in before} - (call.keywords.keys() if call else set())
    required = {p[0] for p in after if not p[2]} - {p[0] for p in before if not p[2]}
    return sorted({*moved, *(names_before - {p[0] for p in after}), *(required - {NOW_REQUIRED.get(name)})})


@pytest.mark.parametrize(
    "name", ["PyPDF2.PdfWriter.encrypt", "PyPDF2.PdfWriter.get_page", "PyPDF2.PdfWriter.remove_text"]
)
def test_an_argument_that_is_lost_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison bites: without its entry in `calls`, a call that changed does not pass it."""
    assert lost_arguments(name, NEW_NEWEST) == []
    monkeypatch.delitem(SURFACE.calls, name)
    assert lost_arguments(name, NEW_NEWEST) != []


@pytest.mark.parametrize("name", SURFACE.calls)
def test_a_keyword_that_is_withheld_was_one(name: str) -> None:
    """Of PyPDF2 3.0.1, of 1.28.6, or one that `*args` and `**kwargs` let through there."""
    known: set[str] = set()
    lets_through = False
    for environment in (OLD, OLD_1):
        found = parameters(environment, name) or []
        known |= {parameter[0] for parameter in found}
        lets_through = lets_through or any(kind == "VAR_KEYWORD" for _, kind, _ in found)
    assert lets_through or SURFACE.calls[name].keywords.keys() <= known | {"typ", "indirectRef"}


# ---- what a name gives


def given() -> list[tuple[str, str]]:
    return [
        (f"{cls}.{member}", named)
        for cls, described in SURFACE.objects.items()
        if cls not in GONE_CLASSES
        for member, named in described.gives.items()
        if member not in described.gone and member not in PRIVATE
    ]


@pytest.mark.parametrize(("name", "named"), given(), ids=[name for name, _ in given()])
def test_what_a_member_gives_is_of_the_class_that_the_pack_names(name: str, named: str) -> None:
    """Asked of real objects on every side, also where the class inherits the member."""
    owner, _, member = name.rpartition(".")
    expected = named.strip("[]").rpartition(".")[2]
    for environment in (OLD, *NEW):
        answers = library(environment)["gives"]
        candidates = (HOME.get(owner, owner), "PyPDF2.generic.DictionaryObject", "PyPDF2.PageObject")
        found = next(answers[f"{cls}.{member}"] for cls in candidates if f"{cls}.{member}" in answers)
        names = [*found, *({"ImageFile": ["File"]}.get(found[0], []))]
        assert expected in names, environment


def test_the_pack_states_what_was_measured() -> None:
    """The environments hold the releases that the pack names, and every one installs on the Python that it promises."""
    assert released(OLD) == (pack().old.measured, ">=3.6")
    assert [released(environment)[0] for environment in NEW] == list(pack().new.measured)
    assert [released(environment)[1] for environment in NEW] == [">=3.9", f">={pack().new.python}"]


def released(environment: str) -> tuple[str, str]:
    """Version and Requires-Python of the library in an environment."""
    fields = metadata(environment)
    return fields["Version"], fields["Requires-Python"]


def metadata(environment: str) -> Message:
    """What the library's distribution says of itself."""
    site = interpreter(environment).parent.parent / "lib"
    (found,) = site.glob(f"python*/site-packages/{ROOTS[environment].lower()}-*.dist-info/METADATA")
    return email.message_from_string(found.read_text(encoding="utf-8"))


def test_the_extras_exist_on_both_sides() -> None:
    for environment, names in (
        (OLD, list(pack().new.extras)),
        *((new, list(pack().new.extras.values())) for new in NEW),
    ):
        assert set(names) <= set(metadata(environment).get_all("Provides-Extra", []))
