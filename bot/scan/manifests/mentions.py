"""Names that stand in a dependency file beside its declarations."""

import re
from collections.abc import Iterable, Iterator

_DEEPEST = 50
_EXTRAS = re.compile(r"(?<=[\w.-])\[[^\[\]]{0,500}\]")
"""The extras of another distribution: those are names of its own."""


def strings_of(value: object, depth: int = 0) -> Iterator[str]:
    """The keys and strings of a document, down to a depth that nobody nests by hand."""
    if isinstance(value, str):
        yield value
    elif depth > _DEEPEST:
        return
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from strings_of(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from strings_of(item, depth + 1)


def mention(strings: Iterable[str], spelt: Iterable[str]) -> bool:
    """Whether one of the names stands by itself in one of the strings, however its separators are written."""
    patterns = [r"[-_.]+".join(map(re.escape, re.split(r"[-_.]+", name))) for name in spelt]
    pattern = re.compile(rf"(?<![\w.-])(?:{'|'.join(patterns)})(?![\w-])", re.IGNORECASE)
    return any(pattern.search(_EXTRAS.sub("", string)) for string in strings)
