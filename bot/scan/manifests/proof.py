"""Proof that a written dependency file differs from the one before in the planned values and in nothing else.

Both are taken apart by the parser that their own tools use, into a flat list of everything they hold. The lists must
differ exactly where a replacement was planned, and there by exactly that replacement.
"""

import ast
import tomllib
from collections.abc import Callable, Iterator, Sequence

import yaml

from bot.scan.examine import parse
from bot.scan.facts import Replacement
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.requirements_txt import logical_lines
from bot.scan.manifests.selection import ManifestForm
from bot.scan.manifests.setup_cfg import parsed_ini
from bot.scan.source_text import text_source
from bot.vocabulary import Bail

Pieces = Callable[[str], list[str]]


def only_planned(form: ManifestForm, before: str, after: str, replacements: Sequence[Replacement]) -> bool:
    """Whether the two texts differ in the replacements and in nothing else; False for a form that is never edited."""
    pieces = _PIECES.get(form)
    if pieces is None:
        return False
    try:
        old, new = pieces(before), pieces(after)
    except (UnreadableManifest, ValueError, yaml.YAMLError, RecursionError, MemoryError):
        return False
    return len(old) == len(new) and _explained([p for p in zip(old, new, strict=True) if p[0] != p[1]], replacements)


def _explained(changes: list[tuple[str, str]], replacements: Sequence[Replacement]) -> bool:
    pending = [one for one in dict.fromkeys(replacements) if one.old != one.new]
    for old, new in changes:
        fitting = (one for one in pending if one.old in old and old.replace(one.old, one.new, 1) == new)
        explanation = next(fitting, None)
        if explanation is None:
            return False
        pending.remove(explanation)
    return not pending


def _toml(text: str) -> list[str]:
    return list(_leaves(tomllib.loads(text)))


def _leaves(value: object) -> Iterator[str]:
    """Keys and values in the order of the document, with what holds them."""
    if isinstance(value, dict):
        yield "{"
        for key, item in value.items():
            yield str(key)
            yield from _leaves(item)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for item in value:
            yield from _leaves(item)
        yield "]"
    else:
        yield value if isinstance(value, str) else f"{type(value).__name__} {value!r}"


def _yaml(text: str) -> list[str]:
    """The events of the parser: aliases stay aliases."""
    return [
        event.value if isinstance(event, yaml.ScalarEvent) else type(event).__name__
        for event in yaml.parse(text, Loader=yaml.SafeLoader)
    ]


def _ini(text: str) -> list[str]:
    parser = parsed_ini(text)
    return [
        piece
        for section in parser.sections()
        for option, value in parser.items(section)
        for piece in (section, option, *value.replace(";", "\n").split("\n"))
    ]


def _python(text: str) -> list[str]:
    tree = parse(text_source(text))
    if isinstance(tree, Bail):
        raise UnreadableManifest(tree)
    return [piece for node in ast.walk(tree) for piece in _fields(node)]


def _fields(node: ast.AST) -> Iterator[str]:
    yield type(node).__name__
    for name, value in ast.iter_fields(node):
        if not isinstance(value, ast.AST | list):
            yield value if isinstance(value, str) else f"{name} {value!r}"


def _requirements(text: str) -> list[str]:
    return [line for _, line in logical_lines(text)]


_PIECES: dict[ManifestForm, Pieces] = {
    ManifestForm.REQUIREMENTS_TXT: _requirements,
    ManifestForm.PYPROJECT_TOML: _toml,
    ManifestForm.PIPFILE: _toml,
    ManifestForm.SETUP_CFG: _ini,
    ManifestForm.SETUP_PY: _python,
    ManifestForm.ENVIRONMENT_YML: _yaml,
}
