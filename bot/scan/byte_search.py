"""The search that comes before any parsing: which byte strings stand in a file."""

import codecs
import re
from collections.abc import Callable

from bot.models.want import Search

_SEPARATORS = re.compile(rb"[-_.]+")
_WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_ONLY_WORDS = bytes(byte if byte in _WORD_BYTES else 0x20 for byte in range(256))


def searcher(want: Search) -> Callable[[bytes], frozenset[bytes]]:
    """What tells the tokens of the want that stand in a file's bytes."""
    if want.whole_words:
        words = frozenset(want.tokens)
        return lambda content: words_in(content, words)
    search = names_in if want.spelt_freely else tokens_in
    return lambda content: search(content, want.tokens)


def tokens_in(content: bytes, tokens: tuple[bytes, ...]) -> frozenset[bytes]:
    """Those of the tokens that stand in the content as they are."""
    return frozenset(token for token in tokens if token in content)


def words_in(content: bytes, words: frozenset[bytes]) -> frozenset[bytes]:
    """Those of the words (ASCII letters, digits, underscores) that stand in the content between other characters.

    One pass, however many words there are. A byte of a letter beyond ASCII counts as another character: too many
    words are found rather than too few.
    """
    return words.intersection(content.translate(_ONLY_WORDS).split())


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
