"""Pipfile: pipenv's TOML. Source: pipenv, "Pipfile & Pipfile.lock": `[packages]`, `[dev-packages]` and categories of
the project's own are tables of names; `[requires]` says on which Python.
"""

from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from bot.scan.manifests.mentions import strings_of
from bot.scan.manifests.reading import Promise, Reading
from bot.scan.manifests.toml_tables import keyed
from bot.scan.manifests.toml_text import TomlText

_NO_PACKAGES = frozenset({"source", "requires", "scripts", "pipenv"})


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions."""
    toml = TomlText(text)
    categories = [key for key, value in toml.data.items() if isinstance(value, dict) and key not in _NO_PACKAGES]
    found = [one for key in categories for one in keyed(toml, (key,), toml.table(key), wanted, _specifier)]
    return Reading(tuple(sorted(found, key=lambda one: one.start)), tuple(_pythons(toml)), tuple(strings_of(toml.data)))


def _specifier(text: str) -> str | None:
    try:
        return "" if text.strip() == "*" else str(SpecifierSet(text))
    except InvalidSpecifier:
        return None


def _pythons(toml: TomlText) -> Iterator[Promise]:
    requires = toml.table("requires")
    for key, wildcard in (("python_version", ".*"), ("python_full_version", "")):
        if isinstance(requires.get(key), str):
            yield Promise(f"=={requires[key]}{wildcard}", requires[key])
