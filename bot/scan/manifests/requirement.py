"""How the text of a declared dependency is taken apart (PEP 508)."""

import re

from packaging.markers import InvalidMarker, Marker
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

from bot.models.struct import altered
from bot.scan.manifests.declaration import Declaration
from bot.vocabulary import Bail

LONGEST = 1_000
"""Characters; a requirement that is longer is nothing that anybody wrote down, and is not taken apart."""

_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9][A-Za-z0-9._-]*)")
_LOCATION = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|\.{0,2}/|.*\.(?:whl|tar\.gz|zip)$)")
_DIRECT = re.compile(r"\s*[A-Za-z0-9][A-Za-z0-9._-]*\s*(?:\[[^\]]*\])?\s*@")


def declared_name(text: str) -> str | None:
    """The canonical name (PEP 503) that a requirement's text begins with, or None."""
    spelt = spelt_name(text)
    return canonicalize_name(spelt) if spelt is not None else None


def spelt_name(text: str) -> str | None:
    """The same as the text spells it."""
    match = _NAME.match(text[:LONGEST])
    return match.group(1) if match else None


def read_declaration(text: str, start: int) -> Declaration | None:
    """The declaration that `text` is, standing at offset `start`; None when it does not even begin with a name."""
    name = declared_name(text)
    if name is None:
        return None
    end = start + len(text)
    requirement = parsed(text)
    if requirement is None:
        return Declaration(name, text, start, end, (), "", None, Bail.REQUIREMENT_UNREADABLE)
    bail = Bail.REQUIREMENT_FROM_URL if requirement.url else None
    marker = str(requirement.marker) if requirement.marker is not None else None
    extras = tuple(sorted(requirement.extras))
    return Declaration(name, text, start, end, extras, str(requirement.specifier), marker, bail)


def declaration_of(text: str, start: int, wanted: frozenset[str]) -> Declaration | None:
    """The declaration that `text` is if it is one of the wanted distributions, by a requirement or by where it comes
    from; everything else is not even parsed.
    """
    if declared_name(text) in wanted and (found := read_declaration(text, start)) is not None:
        return found
    located = located_declaration(text, start)
    return located if located is not None and located.name in wanted else None


def parsed(text: str) -> Requirement | None:
    """The requirement that the text is by PEP 508; None where it is none."""
    if len(text) > LONGEST:
        return None
    try:
        return Requirement(text)
    except (InvalidRequirement, RecursionError):
        return None


def reported(declaration: Declaration) -> Declaration:
    """The declaration as one that is never edited; what cannot be read, or comes from elsewhere, keeps its own word."""
    kept = {Bail.REQUIREMENT_UNREADABLE, Bail.REQUIREMENT_FROM_URL}
    return declaration if declaration.bail in kept else altered(declaration, bail=Bail.MANIFEST_NOT_EDITED)


def located_declaration(text: str, start: int) -> Declaration | None:
    """The declaration of a dependency that comes from a URL, a repository or a path; None where nothing tells its name.

    The name is that of `#egg=`, of a wheel or source archive, else the last part of the path.
    """
    if len(text) > LONGEST or not _LOCATION.match(text) or _DIRECT.match(text):
        return None
    egg = _EGG.search(text)
    last = re.split(r"[?#]", text)[0].rstrip("/").rpartition("/")[2]
    spelt = egg.group(1) if egg else _file_name(last) or last.partition("@")[0].removesuffix(".git")
    name = declared_name(spelt)
    if name is None:
        return None
    begin = start + text.rfind(spelt)
    return Declaration(name, spelt, begin, begin + len(spelt), (), "", None, Bail.REQUIREMENT_FROM_URL)


def _file_name(last: str) -> str | None:
    """The distribution's name as the name of an archive spells it."""
    try:
        if last.endswith(".whl"):
            parse_wheel_filename(last)
            return last.partition("-")[0]
        parse_sdist_filename(last)
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None
    return last.rpartition("-")[0]


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
    except (InvalidMarker, RecursionError):
        return ""
    return tail
