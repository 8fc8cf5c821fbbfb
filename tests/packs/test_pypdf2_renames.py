"""What the pack says that names, members and arguments became is what the libraries' own signatures say.

The names are looked up on PyPDF2 1.28.6, or on 3.0.1 for what only that has, and on both ends of pypdf's range.
"""

from typing import Any

import pytest

from bot.models.reading import read
from bot.rules import rename_member, rename_symbol
from tests.packs.measured import library, pack
from tests.packs.test_pypdf2_surface import ANY_OBJECT, HOME, parameters
from tests.wire.interpreters import NEW, OLD, OLD_1

SYMBOLS = read(
    rename_symbol.Parameters, next(change.parameters for change in pack().changes if change.kind == "rename_symbol")
)
MEMBERS = read(
    rename_member.Parameters, next(change.parameters for change in pack().changes if change.kind == "rename_member")
)
FORMS = ("renamed", "read", "counted", "counted_properties", "items", "assigned", "negated")
CASES = [
    (cls, form, old, new, members.arguments.get(old))
    for members in MEMBERS.members
    for cls in members.of
    for form in FORMS
    for old, new in getattr(members, form).items()
]
IDS = [f"{cls}.{old}" for cls, _, old, _, _ in CASES]
WARNS_ABOUT_PLACES = {"add_outline_item"}
"""pypdf 7 marks its parameters keyword-only and still takes them by position, with a warning (that the pack repeats)."""


def as_old(name: str) -> str:
    """A full name of the new library as the descriptions spell it."""
    return f"PyPDF2{name.removeprefix('pypdf')}"


def names_of(environment: str, module: str) -> dict[str, Any]:
    found: dict[str, Any] = library(environment)["modules"].get(module, {})
    return found


@pytest.mark.parametrize(("old", "new"), SYMBOLS.symbols.items(), ids=list(SYMBOLS.symbols))
def test_a_name_was_there_and_is_there(old: str, new: str) -> None:
    module, _, name = old.rpartition(".")
    assert name in names_of(OLD_1, module) or name in names_of(OLD, module)
    home, _, called = as_old(new).rpartition(".")
    for environment in NEW:
        assert not names_of(environment, home)[called]["raises"]


@pytest.mark.parametrize(("old", "new"), SYMBOLS.modules.items())
def test_a_module_was_there_and_what_it_became_is_there(old: str, new: str) -> None:
    assert old in library(OLD_1)["modules"]
    assert all(as_old(new) in library(environment)["modules"] for environment in NEW)


@pytest.mark.parametrize("name", SYMBOLS.calls)
def test_the_arguments_of_a_name_are_its_own(name: str) -> None:
    """Those that are dropped existed, those that are kept exist, the one that is added had that default before."""
    call = SYMBOLS.calls[name]
    before = [
        p[0]
        for p in parameters(OLD_1, name.replace("PdfFile", "Pdf").replace(".pdf.", ".").replace(".merger.", ".")) or ()
    ]
    assert before == [] or {*call.keywords, *call.dropped} <= set(before)
    for environment in NEW:
        after = [p[0] for p in parameters(environment, as_old(SYMBOLS.symbols[name])) or ()]
        assert set(call.keywords.values()) <= set(after)
        if call.added is not None:
            assert after[call.added.position] == before[call.added.position] == call.added.keyword


def member(environment: str, cls: str, name: str) -> dict[str, Any] | None:
    described = library(environment)
    own: dict[str, Any] = {attribute: {} for attribute in described["instances"].get(HOME.get(cls, cls), ())}
    found: dict[str, Any] = {**own, **described["classes"].get(HOME.get(cls, cls), {}).get("members", {})}
    return found.get(name)


def home_of(cls: str) -> str:
    """The class of the new library in which the members of a class are now."""
    return as_old(SYMBOLS.symbols[cls]) if cls in SYMBOLS.symbols else cls


@pytest.mark.parametrize(("cls", "form", "old", "new", "arguments"), CASES, ids=IDS)
def test_a_member_was_there_and_is_there(
    cls: str, form: str, old: str, new: str, arguments: rename_member.Arguments | None
) -> None:
    if cls == ANY_OBJECT:
        cls = "PyPDF2.generic.DecodedStreamObject"
    before = member(OLD_1, cls, old) or member(OLD, cls, old)
    assert before is not None
    for environment in NEW:
        after = member(environment, home_of(cls), new)
        assert after is not None
        assert not after.get("raises", False)
        is_property = not after.get("parameters")
        assert (
            is_property == (form in {"read", "counted", "counted_properties", "items", "assigned"}) or form == "renamed"
        )


@pytest.mark.parametrize(
    ("cls", "form", "old", "new", "arguments"),
    [case for case in CASES if case[4] is not None],
    ids=[name for case, name in zip(CASES, IDS, strict=True) if case[4] is not None],
)
def test_arguments_are_passed_as_before(
    cls: str, form: str, old: str, new: str, arguments: rename_member.Arguments
) -> None:
    """Each keyword was one and is one, and the positions that may be used mean the same."""
    if cls == ANY_OBJECT:
        cls = "PyPDF2.generic.DecodedStreamObject"
    known = [parameters(environment, f"{cls}.{old}") for environment in (OLD_1, OLD)]
    assert arguments.keywords.keys() <= {p[0] for found in known for p in found or ()}
    for environment in NEW:
        after = parameters(environment, f"{home_of(cls)}.{new}")
        if form in {"items", "assigned"}:
            continue
        assert after is not None
        assert set(arguments.keywords.values()) <= {p[0] for p in after}
        places = [p[0] for p in after if p[1] != "KEYWORD_ONLY" or new in WARNS_ABOUT_PLACES]
        for found in known:
            for index, (name, kind, _) in enumerate((found or [])[: arguments.positional]):
                assert kind.startswith("VAR_") or arguments.keywords.get(name, name) == places[index], environment
