"""Lock files: which release of a distribution they hold. A tool writes them; they are reported and never edited.

Sources: PyPA, "pylock.toml Specification" (`[[packages]]`); the files that Poetry, uv and PDM write (`[[package]]` with
`name` and `version`); pipenv, "Pipfile & Pipfile.lock" (JSON: categories of names, beside `_meta`).
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from packaging.utils import canonicalize_name

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.reading import Reading, UnreadableManifest
from bot.scan.manifests.toml_text import TomlText
from bot.vocabulary import Bail


def read_toml(text: str, wanted: frozenset[str]) -> Reading:
    """The wanted distributions of a lock file in TOML."""
    data = TomlText(text).data
    packages = [*_list(data.get("package")), *_list(data.get("packages"))]
    found = [
        _locked(text, name, package.get("version"), rf'^name = "({re.escape(name)})"')
        for package in packages
        if isinstance(package, dict) and isinstance(name := package.get("name"), str)
        if canonicalize_name(name) in wanted
    ]
    return Reading(tuple(found))


def read_json(text: str, wanted: frozenset[str]) -> Reading:
    """The wanted distributions of a Pipfile.lock."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableManifest(type(error).__name__) from error
    return Reading(tuple(_pipenv(text, data, wanted)))


def _pipenv(text: str, data: object, wanted: frozenset[str]) -> Iterator[Declaration]:
    for category, packages in data.items() if isinstance(data, dict) else ():
        if category == "_meta" or not isinstance(packages, dict):
            continue
        for name, package in packages.items():
            if canonicalize_name(name) in wanted:
                version = package.get("version") if isinstance(package, dict) else None
                yield _locked(text, name, version, rf'^\s*"({re.escape(name)})":')


def _locked(text: str, name: str, version: object, pattern: str) -> Declaration:
    match = re.search(pattern, text, re.MULTILINE)
    start = match.start(1) if match else 0
    specifier = f"=={version.removeprefix('==')}" if isinstance(version, str) else ""
    return Declaration(
        canonicalize_name(name), name, start, start + len(name), (), specifier, None, Bail.LOCK_FILE_OUTDATED
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
