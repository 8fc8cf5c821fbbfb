"""The patch: what `git apply` turns the one tree into the other with, byte for byte.

Format: git's documentation of diff-format ("Generating patch text with -p") and, for unusual path names, its
`core.quotePath` rule. Lines end at LF, everything else in a line is content.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from bot.models.struct import Frozen

CONTEXT = 3

_ESCAPES = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 34: b'\\"', 92: b"\\\\"}


class Stretch(Frozen):
    """Lines `old_start`.. of the old file (0-based, `old_lines` of them) become `new_lines` lines from `new_start`."""

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int


def file_patch(path: str, before: bytes, after: bytes, stretches: Sequence[Stretch], *, executable: bool) -> bytes:
    """The patch of one file whose changed stretches are known."""
    mode = b"100755" if executable else b"100644"
    names = _quoted(b"a/", path), _quoted(b"b/", path)
    header = b"diff --git %s %s\nindex %s..%s %s\n--- %s\n+++ %s\n" % (
        *names,
        blob_sha(before),
        blob_sha(after),
        mode,
        *(name + (b"\t" if b" " in name and not name.startswith(b'"') else b"") for name in names),
    )
    old, new = lines_of(before), lines_of(after)
    return header + b"".join(_hunk(old, new, group) for group in _groups(stretches))


def blob_sha(data: bytes) -> bytes:
    """Git's object name of a file's bytes, in hexadecimal."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest().encode()


def lines_of(data: bytes) -> list[bytes]:
    """Lines with their LF; the last one may lack it."""
    lines = data.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _quoted(prefix: bytes, path: str) -> bytes:
    raw = prefix + path.encode()
    if not any(byte < 32 or byte >= 127 or byte in _ESCAPES for byte in raw):
        return raw
    return b'"' + b"".join(_ESCAPES.get(byte) or _plain_or_octal(byte) for byte in raw) + b'"'


def _plain_or_octal(byte: int) -> bytes:
    return b"\\%03o" % byte if byte < 32 or byte >= 127 else bytes([byte])


def _groups(stretches: Sequence[Stretch]) -> Iterator[list[Stretch]]:
    """Stretches whose context would touch or overlap belong into one hunk."""
    group: list[Stretch] = []
    for stretch in stretches:
        if group and stretch.old_start - (group[-1].old_start + group[-1].old_lines) > 2 * CONTEXT:
            yield group
            group = []
        group.append(stretch)
    if group:
        yield group


def _hunk(old: list[bytes], new: list[bytes], group: list[Stretch]) -> bytes:
    first, last = group[0], group[-1]
    old_start = max(0, first.old_start - CONTEXT)
    old_end = min(len(old), last.old_start + last.old_lines + CONTEXT)
    new_start = first.new_start - (first.old_start - old_start)
    new_end = last.new_start + last.new_lines + (old_end - last.old_start - last.old_lines)
    body = b"".join(_body(old, new, group, old_start, old_end))
    spans = _range(old_start, old_end - old_start), _range(new_start, new_end - new_start)
    return b"@@ -%s +%s @@\n" % spans + body


def _range(start: int, count: int) -> bytes:
    if count == 1:
        return b"%d" % (start + 1)
    return b"%d,%d" % (start + 1 if count else start, count)


def _body(old: list[bytes], new: list[bytes], group: list[Stretch], start: int, end: int) -> Iterator[bytes]:
    position = start
    for stretch in group:
        yield from _marked(b" ", old[position : stretch.old_start])
        position = stretch.old_start + stretch.old_lines
        yield from _marked(b"-", old[stretch.old_start : position])
        yield from _marked(b"+", new[stretch.new_start : stretch.new_start + stretch.new_lines])
    yield from _marked(b" ", old[position:end])


def _marked(mark: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + line
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"
