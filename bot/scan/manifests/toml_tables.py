"""Dependencies in TOML, in the two shapes that tools use: a list of requirements, and a table of names."""

from collections.abc import Callable, Iterator
from typing import Any

from packaging.utils import canonicalize_name

from bot.models.struct import altered
from bot.scan.manifests.declaration import Declaration, Spot, Writing
from bot.scan.manifests.requirement import declaration_of, spelt_name
from bot.scan.manifests.specifiers import ALTERNATIVE
from bot.scan.manifests.toml_text import Path, TomlText
from bot.vocabulary import Bail

ReadSpecifier = Callable[[str], str | None]
_SOURCES = frozenset({"git", "path", "url", "file", "hg", "svn", "bzr"})


def listed(toml: TomlText, path: Path, entries: object, wanted: frozenset[str]) -> Iterator[Declaration]:
    """The requirements of the list at the path."""
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, str):
            begin = len("-e ") if entry.startswith("-e ") else 0  # PDM, "Manage dependencies": editable ones
            found = declaration_of(entry[begin:], begin, wanted)
            if found is not None:
                yield _placed(toml, (*path, index), found)


def _placed(toml: TomlText, path: Path, declaration: Declaration) -> Declaration:
    spot = toml.string(path)
    if spot is None:  # written with escapes, or in a place that tomlkit does not give: the text is not the value
        return _unlocated(toml, declaration)
    return altered(declaration, start=spot.start + declaration.start, end=spot.start + declaration.end)


def _unlocated(toml: TomlText, declaration: Declaration) -> Declaration:
    spot = toml.line_naming(spelt_name(declaration.text) or declaration.name)
    bail = declaration.bail or Bail.DECLARATION_NOT_REWRITABLE
    return altered(declaration, start=spot.start, end=spot.start, bail=bail)


def keyed(
    toml: TomlText, path: Path, table: dict[str, Any], wanted: frozenset[str], specifier: ReadSpecifier
) -> Iterator[Declaration]:
    """The entries of a table whose keys are names, and whose values are a version or a table with one."""
    for key, value in table.items():
        if canonicalize_name(key) in wanted:
            yield _entry(toml, (*path, key), key, value, specifier)


def _entry(toml: TomlText, path: Path, key: str, value: object, specifier: ReadSpecifier) -> Declaration:
    constraint, extras, bail = _taken_apart(value)
    meaning = ALTERNATIVE.join(filter(None, map(specifier, constraint))) if constraint else ""
    if bail is None and (len(constraint) != 1 or specifier(constraint[0]) is None):
        bail = Bail.DECLARATION_NOT_REWRITABLE if constraint else Bail.REQUIREMENT_UNREADABLE
    name = toml.key(path)
    version = toml.string(path if isinstance(value, str) else (*path, "version")) if bail is None else None
    if name is None or (version is None and bail is None):
        bail = bail or Bail.DECLARATION_NOT_REWRITABLE
    spot = name or toml.line_naming(key)
    end = spot.start + len(spot.text)
    return Declaration(
        canonicalize_name(key), spot.text, spot.start, end, extras, meaning, None, bail, Writing.KEYED, version
    )


def _taken_apart(value: object) -> tuple[list[str], tuple[str, ...], Bail | None]:
    """The constraints, the extras, and why the entry is left; several constraints are one for each environment."""
    if isinstance(value, str):
        return [value], (), None
    if isinstance(value, list):
        found = [constraint for one in value if not isinstance(one, list) for constraint in _taken_apart(one)[0]]
        return found, (), Bail.DECLARATION_NOT_REWRITABLE
    if not isinstance(value, dict):
        return [], (), Bail.REQUIREMENT_UNREADABLE
    extras = value.get("extras", [])
    named = tuple(sorted(extra for extra in extras if isinstance(extra, str))) if isinstance(extras, list) else ()
    if _SOURCES & value.keys():
        return [], named, Bail.REQUIREMENT_FROM_URL
    version = value.get("version")
    if not isinstance(version, str):
        return ["*"], named, Bail.DECLARATION_NOT_REWRITABLE
    return [version], named, None


def repeated(toml: TomlText, path: Path, entries: object, wanted: frozenset[str]) -> Iterator[Declaration]:
    """The strings of the list at the path that name a dependency which is declared elsewhere in the file."""
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, str) and canonicalize_name(entry) in wanted:
            spot = toml.string((*path, index))
            bail = None if spot is not None else Bail.DECLARATION_NOT_REWRITABLE
            found = spot or Spot(toml.line_naming(entry).start, entry)
            yield Declaration(
                canonicalize_name(entry), entry, found.start, found.start + len(entry), (), "", None, bail, Writing.NAME
            )
