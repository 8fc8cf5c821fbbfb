"""requirements*.txt: pip's requirements file format, read without changing anything.

Source: pip's documentation, "Requirements File Format": a backslash at the end joins lines, `#` at the beginning or
after white space begins a comment, a line that begins with `-` is an option, options such as `--hash` follow a
requirement.
"""

import re
from collections.abc import Iterator

from packaging.utils import canonicalize_name

from bot.scan.manifests.requirement import Declaration, read_declaration
from bot.vocabulary import Bail

_COMMENT = re.compile(r"(^|\s)#.*")
_OPTION = re.compile(r"\s--?[A-Za-z]")
_EGG = re.compile(r"#egg=([A-Za-z0-9][A-Za-z0-9._-]*)")


def declarations(text: str) -> Iterator[Declaration]:
    """Each dependency that the file declares, in order."""
    for offset, line in _logical_lines(text):
        found = _declaration(line, offset)
        if found is not None:
            yield found


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their offsets; a line that ends in a backslash goes on in the next one."""
    start = position = 0
    for physical in text.split("\n"):
        position += len(physical) + 1
        if not physical.rstrip("\r").endswith("\\"):
            yield start, text[start : position - 1]
            start = position
    if start < len(text):
        yield start, text[start:]


def _declaration(line: str, offset: int) -> Declaration | None:
    egg = _EGG.search(line)
    if egg is not None:
        begin, name = egg.start(1), egg.group(1)
        return Declaration(
            canonicalize_name(name), name, offset + begin, offset + egg.end(1), (), "", None, Bail.REQUIREMENT_FROM_URL
        )
    comment = _COMMENT.search(line)
    body = line[: comment.start()] if comment else line
    if body.lstrip().startswith("-"):
        return None
    option = _OPTION.search(body)
    requirement = body[: option.start()] if option else body
    lead = len(requirement) - len(requirement.lstrip())
    core = requirement.strip().rstrip("\\").rstrip()
    return read_declaration(core, offset + lead, hashed="--hash" in body)
