"""requirements*.txt, *.in and constraints*.txt: pip's requirements file format, read without changing anything.

Source: pip's documentation, "Requirements File Format": a backslash at the end joins lines (but for a line that is a
comment), `#` at the beginning or after white space begins a comment, a line that begins with `-` is an option,
options such as `--hash` follow a requirement, `-e` takes a requirement from a source.
"""

import re
from collections.abc import Iterator

from bot.models.struct import altered
from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.reading import Reading
from bot.scan.manifests.requirement import declaration_of
from bot.vocabulary import Bail

_LINE_ENDS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What `str.splitlines`, with which pip takes a file apart, counts as a line's end."""

_AROUND = f"\\ \t{_LINE_ENDS}"
"""Blanks, and the backslashes of joined lines."""

_COMMENT_LINE = re.compile(r"\s*#")
_COMMENT = re.compile(r"(?:^|\s)#")
_OPTION = re.compile(r"\s--?[A-Za-z]")
_EDITABLE = re.compile(r"\s*(?:-e|--editable)[\s=]\s*")
_JOINED = re.compile(rf"\\(?:\r\n|[{_LINE_ENDS}])")


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions."""
    found = (_declaration(line, offset, wanted) for offset, line in logical_lines(text))
    return Reading(tuple(one for one in found if one is not None))


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their offsets; a line that ends in a backslash goes on in the next one, up to a comment."""
    start = position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        content = line.rstrip(_LINE_ENDS)
        if not content.endswith("\\") or _COMMENT_LINE.match(line):
            yield start, text[start : position - len(line) + len(content)]
            start = position
    if start < len(text):
        yield start, text[start:]


def _declaration(line: str, offset: int, wanted: frozenset[str]) -> Declaration | None:
    comment = _COMMENT.search(line)
    body = line[: comment.start()] if comment else line
    editable = _EDITABLE.match(body)
    if editable is not None:
        return declaration_of(body[editable.end() :].strip(), offset + editable.end(), wanted)
    if body.lstrip().startswith("-"):
        return None
    option = _OPTION.search(body)
    requirement = body[: option.start()] if option else body
    core = requirement.strip(_AROUND)
    start = offset + len(requirement) - len(requirement.lstrip(_AROUND))
    found = declaration_of(_JOINED.sub("", core), start, wanted)
    return _as_it_stands(found, core, start, hashed="--hash" in body) if found is not None else None


def _as_it_stands(found: Declaration, core: str, start: int, *, hashed: bool) -> Declaration:
    """The declaration of a requirement with the text that it has in the file, backslashes at line ends included."""
    bail = found.bail or (Bail.REQUIREMENT_HASHED if hashed else None)
    if not _JOINED.search(core):
        return altered(found, bail=bail)
    bail = bail or (Bail.DECLARATION_NOT_REWRITABLE if found.marker else None)
    return altered(found, text=core, start=start, end=start + len(core), bail=bail)
