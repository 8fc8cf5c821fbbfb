"""The search that comes before any parsing: which byte strings stand in a file."""

import re

_SEPARATORS = re.compile(rb"[-_.]+")


def tokens_in(content: bytes, tokens: tuple[bytes, ...]) -> frozenset[bytes]:
    """Those of the tokens that stand in the content as they are."""
    return frozenset(token for token in tokens if token in content)


def names_in(content: bytes, names: tuple[bytes, ...]) -> frozenset[bytes]:
    """Those of the names that stand in the content however they are spelt: case and `-`, `_` and `.` are ignored, as
    in the normalised name of a distribution (PyPA, Names and normalization).
    """
    folded = _folded(content)
    return frozenset(name for name in names if _folded(name) in folded)


def _folded(text: bytes) -> bytes:
    return _SEPARATORS.sub(b"-", text.lower())
