"""Dockerfile: what its pip lines install; reported, never edited.

Source: Docker, "Dockerfile reference": a backslash at the end of a line goes on in the next one, lines that begin with
`#` are comments also within one, a command may be written as a list of strings ("exec form").
"""

import re

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.pip_commands import installed, installed_by_list
from bot.scan.manifests.reading import Reading
from bot.scan.manifests.shell_lines import shell_lines

_LIST = re.compile(r"\s*[A-Za-z]+\s*\[")


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The wanted distributions that a line installs."""
    found: list[Declaration] = []
    for offset, line in shell_lines(text):
        found += (installed_by_list if _LIST.match(line) else installed)(line, offset, wanted)
    return Reading(tuple(found))
