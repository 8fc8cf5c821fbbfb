"""pyproject.toml: what the packaging standards and the tools of the day declare there.

Sources: PyPA, "pyproject.toml specification" (PEP 518, 621) and "Dependency Groups" (PEP 735; `include-group` entries
are no dependencies); Poetry, "The pyproject.toml file" and "Dependency specification"; uv, "Settings" and "Managing
dependencies"; PDM, "Manage dependencies"; Hatch, "Environment configuration".
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from packaging.utils import canonicalize_name

from bot.models.struct import altered
from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.mentions import strings_of
from bot.scan.manifests.poetry_constraints import poetry_specifier
from bot.scan.manifests.reading import Promise, Reading
from bot.scan.manifests.toml_tables import keyed, listed, repeated
from bot.scan.manifests.toml_text import Path, TomlText
from bot.vocabulary import Bail

_UV_LISTS = ("dev-dependencies", "constraint-dependencies", "override-dependencies", "build-constraint-dependencies")
_HATCH_LISTS = ("dependencies", "extra-dependencies")
_PEP_508_TABLES = (("project", "optional-dependencies"), ("dependency-groups",), ("tool", "pdm", "dev-dependencies"))
_SAYS_WHAT_IT_IS = frozenset(
    {"name", "description", "keywords", "urls", "authors", "maintainers", "readme", "classifiers"}
)


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions."""
    toml = TomlText(text)
    sources: set[str] = {canonicalize_name(key) for key in toml.table("tool", "uv", "sources")}
    found = [_from_source(one, sources) for one in chain(_standard(toml, wanted), _poetry(toml, wanted))]
    return Reading(
        tuple(sorted(found, key=lambda one: one.start)), tuple(_pythons(toml)), tuple(_named_elsewhere(toml.data))
    )


def _from_source(declaration: Declaration, sources: set[str]) -> Declaration:
    """uv, "Dependency sources": the table says where a declared dependency really comes from."""
    if declaration.name in sources:
        return altered(declaration, bail=Bail.REQUIREMENT_FROM_URL)
    return declaration


def _standard(toml: TomlText, wanted: frozenset[str]) -> Iterator[Declaration]:
    for path in _lists(toml):
        table = toml.table(*path[:-1])
        yield from listed(toml, path, table.get(path[-1]), wanted)


def _lists(toml: TomlText) -> Iterator[tuple[str, ...]]:
    yield ("build-system", "requires")
    yield ("project", "dependencies")
    for table in _PEP_508_TABLES:
        yield from ((*table, group) for group in toml.table(*table))
    yield from (("tool", "uv", key) for key in _UV_LISTS)
    for environment in toml.table("tool", "hatch", "envs"):
        yield from (("tool", "hatch", "envs", environment, key) for key in _HATCH_LISTS)


def _poetry(toml: TomlText, wanted: frozenset[str]) -> Iterator[Declaration]:
    poetry: Path = ("tool", "poetry")
    tables: list[tuple[str, ...]] = [("dependencies",), ("dev-dependencies",)]
    tables += [("group", group, "dependencies") for group in toml.table("tool", "poetry", "group")]
    for keys in tables:
        yield from keyed(toml, (*poetry, *keys), toml.table("tool", "poetry", *keys), wanted, poetry_specifier)
    for extra, names in toml.table("tool", "poetry", "extras").items():
        yield from repeated(toml, (*poetry, "extras", extra), names, wanted)


def _pythons(toml: TomlText) -> Iterator[Promise]:
    promised = toml.table("project").get("requires-python")
    if isinstance(promised, str):
        yield Promise(promised, promised)
    constraint = toml.table("tool", "poetry", "dependencies").get("python")
    if isinstance(constraint, str) and (specifier := poetry_specifier(constraint)) is not None:
        yield Promise(specifier, constraint)


def _named_elsewhere(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key == "project" and isinstance(value, dict):
            yield from strings_of({k: v for k, v in value.items() if k not in _SAYS_WHAT_IT_IS})
        else:
            yield from strings_of(value)
