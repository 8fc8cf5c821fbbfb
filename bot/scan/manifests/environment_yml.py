"""environment.yml: conda's environment file. Its conda lines are reported, those of its `pip:` list can move.

Sources: conda, "Managing environments" (`dependencies`, with a `pip` entry that is a list of pip's requirement lines)
and "Package match specifications": `channel::name`, then `=1.2` for any 1.2, `==1.2`, ranges, or a version and a build.
"""

import re
from collections.abc import Iterator

import yaml
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from bot.models.struct import altered
from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.reading import Promise, Reading
from bot.scan.manifests.requirement import declaration_of
from bot.scan.manifests.specifiers import ALTERNATIVE
from bot.scan.manifests.yaml_text import composed, items, member
from bot.vocabulary import Bail

_NAME = re.compile(r"(?:[^\s:\[\]]{1,200}::)?([A-Za-z0-9][A-Za-z0-9._-]*)")
_FUZZY = re.compile(r"=?\s*([0-9][\w.!+]*?)(?:\.?\*)?(?:[\s=]+\S+)?")


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions."""
    conda: list[Declaration] = []
    pip: list[Declaration] = []
    for node in items(member(composed(text), "dependencies")):
        if isinstance(node, yaml.ScalarNode):
            conda += _conda(node)
        for entry in items(member(node, "pip")):
            pip += _pip(text, entry, wanted)
    found = [*(one for one in conda if one.name in wanted), *pip]
    return Reading(
        tuple(sorted(found, key=lambda one: one.start)),
        tuple(Promise(one.specifier, one.specifier) for one in conda if one.name == "python" and one.specifier),
    )


def _conda(node: yaml.ScalarNode) -> Iterator[Declaration]:
    match = _NAME.match(node.value)
    if match is not None:
        start = node.start_mark.index + (node.style is not None) + match.start(1)
        name = match.group(1)
        meaning = conda_specifier(node.value[match.end() :].strip())
        bail = Bail.CONDA_PACKAGE if meaning is not None else Bail.REQUIREMENT_UNREADABLE
        yield Declaration(canonicalize_name(name), name, start, start + len(name), (), meaning or "", None, bail)


def conda_specifier(text: str) -> str | None:
    """The specifier that a match specification means, alternatives separated by `||`; None where it is none."""
    parts = []
    for alternative in text.split("|"):
        fuzzy = _FUZZY.fullmatch(alternative.strip())
        stated = f"=={fuzzy.group(1)}.*" if fuzzy and not alternative.startswith("==") else alternative.strip()
        try:
            parts.append(str(SpecifierSet("" if stated == "*" else stated)))
        except InvalidSpecifier:
            return None
    return ALTERNATIVE.join(parts)


def _pip(text: str, node: yaml.Node, wanted: frozenset[str]) -> Iterator[Declaration]:
    if not isinstance(node, yaml.ScalarNode):
        return
    value = node.value.removeprefix("-e ").strip()
    found = declaration_of(value.partition(" #")[0].strip(), 0, wanted)
    if found is None:
        return
    begin = text.find(value, node.start_mark.index, node.end_mark.index)
    if begin < 0 or node.style in {"|", ">"}:
        begin = node.start_mark.index
        found = altered(found, end=0, bail=found.bail or Bail.DECLARATION_NOT_REWRITABLE)
    yield altered(found, start=begin + found.start, end=begin + found.end)
