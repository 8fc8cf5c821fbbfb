"""Secrets are taken out of a text before it is sent anywhere.

What a key of a known kind looks like is known to detect-secrets. Beside that a word is taken for a secret when its
letters and digits are as mixed as only chance mixes them, also where no quotes stand around it, as in a comment, and
so is what stands for a password in an address or in a line of .netrc. Too much is taken out rather than too little: a
model that sees the mark may still say what becomes of the line beside it.

Run in the analyser: what is searched is a repository's text.
"""

import math
import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.plugins.high_entropy_strings import HighEntropyStringsPlugin

REDACTED = "[secret taken out by obelize]"
"""The mark. A replacement that holds it is refused."""

_WORD = re.compile(r"[A-Za-z0-9_+/=~-]{20,}")
_AROUND = r"[A-Za-z0-9_+/=.~-]*"
_HEXADECIMAL = re.compile(r"[0-9a-fA-F]{32,}")
_PRIVATE_KEY = re.compile(
    r"-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-{4,5}.*?"
    r"(?:-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-{4,5}|\Z)",
    re.DOTALL,
)
_PASSWORDS = re.compile(r"(://[^\s/:@'\"]*:)[^\s/@'\"{}]+(?=@)|(\blogin\s+\S+\s+password\s+)[^\s'\"]+")
"""In an address, and in a line of .netrc."""
_NO_SECRETS = frozenset({"IPPublicDetector"})
_MIXED = 0.86
"""Share of the entropy that a word of its length can have at most; names and sentences stay far below."""
_ALTERNATING = 0.4
"""Share of the places where a letter's case changes; in CamelCase it is about a quarter, by chance a half."""
_SWITCHES = 4, 8
"""How often letters and digits that stand side by side take turns: so many times, and once in so many characters. Of
names about one in two thousand does, of words that chance made nearly all.
"""
_LONGEST_LINE = 2_000
"""Characters; what is longer is data, is searched for minutes, and is taken out as a whole."""


def redacted(text: str) -> str:
    """The text with every secret that is recognised in it exchanged for the mark; its line ends stay."""
    text = _PRIVATE_KEY.sub(lambda found: REDACTED + "\n" * found[0].count("\n"), text)
    return "\n".join(map(_redacted_line, text.split("\n")))


def bring_in() -> None:
    """Load what recognises secrets: afterwards nothing is opened any more."""
    _detectors()


def _redacted_line(line: str) -> str:
    if len(line) > _LONGEST_LINE:
        return REDACTED
    line = _PASSWORDS.sub(lambda match: (match[1] or match[2]) + REDACTED, line)
    found = {secret for detector in _detectors() for secret in detector.analyze_string(line)}
    found |= {word for word in _WORD.findall(line) if _looks_random(word)}
    for secret in sorted(found, key=len, reverse=True):
        line = re.sub(f"{_AROUND}{re.escape(secret)}{_AROUND}", lambda _: REDACTED, line) if secret.strip() else line
    return line


@cache
def _detectors() -> tuple[BasePlugin, ...]:
    """Those that know a key by its form, or by what it is assigned to; entropy is looked at apart, in any word."""
    kinds: Iterable[type[BasePlugin]] = get_mapping_from_secret_type_to_class().values()
    wanted = (kind for kind in kinds if kind.__name__ not in _NO_SECRETS)
    return tuple(kind() for kind in wanted if not issubclass(kind, HighEntropyStringsPlugin))


def _looks_random(word: str) -> bool:
    if _HEXADECIMAL.search(word) or _takes_turns(word):
        return True
    digits = sum(letter.isdigit() for letter in word)
    changes = sum(one.islower() != other.islower() for one, other in pairwise(word))
    mixed_case = word.lower() != word != word.upper()
    if not (digits and (mixed_case or digits * 4 >= len(word))) and changes < _ALTERNATING * len(word):
        return False
    return _entropy(word) >= _MIXED * math.log2(min(len(word), 64))


def _takes_turns(word: str) -> bool:
    switches = sum(one.isdigit() != other.isdigit() for one, other in pairwise(word) if (one + other).isalnum())
    least, within = _SWITCHES
    return switches >= max(least, sum(map(str.isalnum, word)) / within)


def _entropy(word: str) -> float:
    """Shannon's, in bits a letter."""
    shares = (word.count(letter) / len(word) for letter in set(word))
    return -sum(share * math.log2(share) for share in shares)
