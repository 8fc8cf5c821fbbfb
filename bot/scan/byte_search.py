"""The search that comes before any parsing: which byte strings stand in a file."""

import codecs
import re

_SEPARATORS = re.compile(rb"[-_.]+")


def tokens_in(content: bytes, tokens: tuple[bytes, ...]) -> frozenset[bytes]:
    """Those of the tokens that stand in the content as they are."""
    return frozenset(token for token in tokens if token in content)


def names_in(content: bytes, names: tuple[bytes, ...]) -> frozenset[bytes]:
    """Those of the names that stand in the content however they are spelt: case and `-`, `_` and `.` are ignored, as
    in the normalised name of a distribution (PyPA, Names and normalization). UTF-16 behind its mark is read as such.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = content.decode("utf-16", errors="replace").encode(errors="replace")
    lowered = content.lower()
    # Folding is ten times as slow as looking for one part of a name, and most files hold none.
    likely = [name for name in names if max(_SEPARATORS.split(name.lower()), key=len) in lowered]
    folded = _SEPARATORS.sub(b"-", lowered) if likely else b""
    return frozenset(name for name in likely if _SEPARATORS.sub(b"-", name.lower()) in folded)
