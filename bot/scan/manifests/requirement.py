"""One declared dependency, wherever it stands, and how its text is taken apart (PEP 508)."""

import re
from dataclasses import dataclass

from packaging.markers import InvalidMarker, Marker
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from bot.vocabulary import Bail

_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A dependency on one distribution as a file states it.

    `start` and `end` are the offsets of the requirement's own text in the file (no comment, no options); `text` is
    that text. `bail` is why it cannot be rewritten as it stands.
    """

    name: str
    text: str
    start: int
    end: int
    extras: tuple[str, ...]
    specifier: str
    marker: str | None
    bail: Bail | None


def declared_name(text: str) -> str | None:
    """The canonical name (PEP 503) that a requirement's text begins with, or None."""
    match = _NAME.match(text)
    return canonicalize_name(match.group(1)) if match else None


def read_declaration(text: str, start: int, *, hashed: bool = False) -> Declaration | None:
    """The declaration that `text` is, standing at offset `start`; None when it does not even begin with a name."""
    name = declared_name(text)
    if name is None:
        return None
    end = start + len(text)
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return Declaration(name, text, start, end, (), "", None, Bail.REQUIREMENT_UNREADABLE)
    bail = Bail.REQUIREMENT_FROM_URL if requirement.url else Bail.REQUIREMENT_HASHED if hashed else None
    marker = str(requirement.marker) if requirement.marker is not None else None
    extras = tuple(sorted(requirement.extras))
    return Declaration(name, text, start, end, extras, str(requirement.specifier), marker, bail)


def exact_pin(specifier: str) -> bool:
    """Whether a specifier admits exactly one release (`==1.2.3`)."""
    parsed = list(SpecifierSet(specifier))
    return len(parsed) == 1 and parsed[0].operator in {"==", "==="} and not parsed[0].version.endswith(".*")


def marker_text(text: str) -> str:
    """The part of a requirement's text from the space before its `;` on, exactly as written; empty without one."""
    position = text.find(";")
    if position < 0:
        return ""
    while position and text[position - 1].isspace():
        position -= 1
    tail = text[position:]
    try:
        Marker(tail.strip().removeprefix(";"))
    except InvalidMarker:
        return ""
    return tail
