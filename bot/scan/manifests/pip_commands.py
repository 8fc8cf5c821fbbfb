"""Distributions that a shell command installs: what stands behind `pip install` and its like on one line.

A command line is reported and never edited, so this reads it as a person would and not as a shell.
"""

import re
from collections.abc import Iterator

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.requirement import declaration_of, reported

_TOKEN = re.compile(r"(?:[^\s\"';|&()]|\"[^\"\n]*\"|'[^'\n]*')+|[;|&()]")
_QUOTED = re.compile(r"\"([^\"\n]*)\"")
_INSTALLER = re.compile(r"^(?:.*/)?(?:pip[0-9.]*|pipx|uv|poetry|pdm|pipenv|conda|mamba|micromamba)$")
_VERBS = frozenset({"install", "download", "wheel", "add", "create"})
_SEPARATORS = frozenset({";", "|", "&", "(", ")"})
_TAKE_A_VALUE = frozenset(
    {"-r", "--requirement", "-c", "--constraint", "-i", "--index-url", "--extra-index-url", "-f", "--find-links", "-t",
     "--target", "-n", "--name", "--channel", "--group", "-G", "--python"}
)  # fmt: skip


def installed(line: str, offset: int, wanted: frozenset[str]) -> Iterator[Declaration]:
    """The wanted distributions that a command line at `offset` installs."""
    yield from _installed([(match.group(), offset + match.start()) for match in _TOKEN.finditer(line)], wanted)


def installed_by_list(line: str, offset: int, wanted: frozenset[str]) -> Iterator[Declaration]:
    """The same for a command that is written as a list of quoted strings (`["pip", "install", "x"]`)."""
    yield from _installed([(match.group(1), offset + match.start(1)) for match in _QUOTED.finditer(line)], wanted)


def _installed(tokens: list[tuple[str, int]], wanted: frozenset[str]) -> Iterator[Declaration]:
    installer = installing = skip = False
    for token, start in tokens:
        text = token.strip("\"'")
        if token in _SEPARATORS:
            installer = installing = skip = False
        elif not installing:
            if " " in text and text != token:  # sh -c "pip install x"
                yield from installed(text, start + 1, wanted)
            installer = installer or _INSTALLER.match(text) is not None
            installing = installer and text in _VERBS
        elif skip:
            skip = False
        elif text.startswith("-"):
            skip = text in _TAKE_A_VALUE
        else:
            begin = start + (len(token) - len(token.lstrip("\"'")))
            plain = re.sub("[\"']", "", text)
            found = declaration_of(plain, begin, wanted)
            if found is not None:
                yield reported(found)
