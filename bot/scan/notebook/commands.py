"""What the commands of a notebook say of the library: a line that installs it, an extension that is loaded from it."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from bot.models.struct import Frozen
from bot.packs.schema import Pack, is_within
from bot.scan.library_names import names_in
from bot.scan.manifests.requirement import read_declaration
from bot.scan.manifests.sides import asks_for_old
from bot.scan.notebook.magics import Command
from bot.scan.source_text import text_source
from bot.vocabulary import Bail, FindingKind

_Found: TypeAlias = tuple[int, FindingKind, str, Bail | None]
"""The offset in the command's text, and what is said of the place."""

_INSTALL = re.compile(
    r"(?<![\w.-])(?:pip[\d.]*|conda|mamba|micromamba|uv|poetry|pipenv|pdm|easy_install)(?:\.exe)?(?![\w.-])"
    r"[^\n;&|]*?[ \t](?:install|add)[ \t](?P<what>[^\n;&|#]*)"
)
_ARGUMENT = re.compile(r""""([^"\n]*)"|'([^'\n]*)'|([^\s"']+)""")
_EXTENSION = re.compile(r"[ \t]*%?(?:re)?load_ext[ \t]+(?P<module>[\w.]+)")


class Named(Frozen):
    """The library in a command: where it stands in it (line from 1, column from 0), the text of that line, and what is
    said of it. `bail` is None where nothing more is known than that it stands in a notebook.
    """

    line: int
    column: int
    text: str
    kind: FindingKind
    symbol: str
    bail: Bail | None


def named_in(command: Command, pack: Pack) -> Iterator[Named]:
    """Every place of a command that names the library, at most one mention a line."""
    source = text_source(command.text)
    taken: set[int] = set()
    for offset, kind, symbol, bail in chain(
        _installed(command, pack), _loaded(command, pack), _mentioned(command, pack)
    ):
        line, column = source.position(offset)
        if kind is not FindingKind.TEXT_MENTION or line not in taken:
            taken.add(line)
            yield Named(line, column, source.line_text(line).strip(), kind, symbol, bail)


def _mentioned(command: Command, pack: Pack) -> Iterator[_Found]:
    for offset, name in names_in(command.text, pack):
        yield offset, FindingKind.TEXT_MENTION, name, None


def _installed(command: Command, pack: Pack) -> Iterator[_Found]:
    if not command.is_shell:
        return
    text = command.text.replace("\\\n", "  ")
    for install in _INSTALL.finditer(text):
        for argument in _ARGUMENT.finditer(text, install.start("what"), install.end("what")):
            offset = argument.start(argument.lastindex or 0)
            declaration = read_declaration(argument[argument.lastindex or 0], offset)
            if declaration is not None and asks_for_old(declaration, pack):
                yield offset, FindingKind.MANIFEST, pack.old.distribution, declaration.bail


def _loaded(command: Command, pack: Pack) -> Iterator[_Found]:
    match = _EXTENSION.match(command.text)
    if match is not None and any(is_within(match["module"], module) for module in pack.old.modules):
        yield match.start("module"), FindingKind.DYNAMIC, match["module"], Bail.REACHED_BY_STRING
