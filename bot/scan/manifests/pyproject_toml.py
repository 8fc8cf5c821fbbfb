"""pyproject.toml: the dependency arrays of PEP 621 (`project`) and PEP 735 (`dependency-groups`).

tomlkit reads the document; where an entry stands in the text is found by replacing it alone and looking where the
document begins to differ, so that no grammar of TOML is written down here a second time.
"""

from collections.abc import Iterator, MutableSequence
from dataclasses import replace
from typing import Any

import tomlkit
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item, String

from bot.scan.manifests.requirement import Declaration, declared_name, read_declaration
from bot.vocabulary import Bail

_SENTINEL = "\ue000"
"""A private-use character: it begins no dependency."""

_PYTHONS = ("2.7", *(f"3.{minor}" for minor in range(30)))


class UnreadableToml(Exception):  # noqa: N818 - it is an answer, not an accident
    """The text is not a TOML document, or one that would not come back as it was."""


def declarations(text: str, wanted: str) -> Iterator[Declaration]:
    """The declarations of the distribution with the canonical name `wanted`, in the order of the file."""
    document = _document(text)
    found = []
    for array in _arrays(document):
        for index, item in enumerate(list(array)):
            if isinstance(item, str) and declared_name(item) == wanted:
                found.append(_declaration(text, document, array, index))
    yield from sorted(found, key=lambda declaration: declaration.start)


def lowest_python(text: str, floor: str) -> str | None:
    """The lowest Python below `floor` that `requires-python` promises, None when it promises none below."""
    project = _document(text).get("project")
    promised = project.get("requires-python") if isinstance(project, dict) else None
    try:
        specifier = SpecifierSet(str(promised)) if promised is not None else None
    except InvalidSpecifier:
        return None
    if specifier is None:
        return None
    below = _PYTHONS[: _PYTHONS.index(floor)] if floor in _PYTHONS else ()
    return next((python for python in below if specifier.contains(python)), None)


def _document(text: str) -> tomlkit.TOMLDocument:
    try:
        document = tomlkit.parse(text)
        faithful = tomlkit.dumps(document) == text
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise UnreadableToml(type(error).__name__) from error
    if not faithful:
        raise UnreadableToml("round trip")
    return document


def _arrays(document: tomlkit.TOMLDocument) -> Iterator[MutableSequence[Any]]:
    project = document.get("project")
    tables = [project.get("optional-dependencies") if isinstance(project, dict) else None]
    tables.append(document.get("dependency-groups"))
    if isinstance(project, dict) and isinstance(project.get("dependencies"), list):
        yield project["dependencies"]
    for table in tables:
        if isinstance(table, dict):
            yield from (array for array in table.values() if isinstance(array, list))


def _declaration(text: str, document: tomlkit.TOMLDocument, array: MutableSequence[Any], index: int) -> Declaration:
    original: Item = array[index]
    array[index] = _SENTINEL
    changed = tomlkit.dumps(document)
    array[index] = original
    quote = changed.index(_SENTINEL) - 1
    raw = original.as_string() if isinstance(original, String) else ""
    start = quote + (len(raw) - len(raw.lstrip("\"'")))
    value = str(original)
    found = read_declaration(value, start)
    assert found is not None
    if text[start : start + len(value)] != value:  # written with escapes: the text is not the value
        return replace(found, end=start, bail=found.bail or Bail.REQUIREMENT_UNREADABLE)
    return found
