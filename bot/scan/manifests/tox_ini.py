"""tox.ini: `deps` and the pip lines of commands; reported, never edited.

Source: tox, "Configuration": an entry of `deps` is a requirement, an option of pip, or stands behind the factors under
which it holds (`py{38,39}: x`).
"""

import re
from collections.abc import Iterator

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.ini_lines import IniLine, ini_lines
from bot.scan.manifests.pip_commands import installed
from bot.scan.manifests.reading import Reading
from bot.scan.manifests.requirement import declaration_of, reported

_FACTORS = re.compile(r"[\w{},!.-]+:\s+")


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The wanted distributions that an environment of tox installs."""
    found = (one for line in ini_lines(text) for one in _declared(line, wanted))
    return Reading(tuple(found))


def _declared(line: IniLine, wanted: frozenset[str]) -> Iterator[Declaration]:
    if line.option != "deps":
        yield from installed(line.text, line.start, wanted)
        return
    factors = _FACTORS.match(line.text)
    begin = factors.end() if factors else 0
    body = line.text[begin:].partition(" #")[0]
    core = body.removeprefix("-e").strip()
    start = line.start + begin + body.find(core)
    found = declaration_of(core, start, wanted)
    if found is not None:
        yield reported(found)
