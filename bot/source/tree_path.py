"""Whether a path that a repository names may be used, and how a path that may not is shown. Pure.

Git lets a path hold any byte but NUL, and a crafted tree may hold names that git itself would never write. A path
passes only if it is valid UTF-8, means one file on every system, and cannot be taken for another one.
"""

import re
import unicodedata

from bot.models.limitation import Limitation, limitation
from bot.vocabulary import LimitationCode

_UNSEEN = frozenset({"Cc", "Zl", "Zp"})
# What turns the direction of text, so that a name reads as another one (Unicode's Bidi_Control).
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What NTFS and HFS+ read as `.git`: https://git-scm.com/docs/git-config, core.protectNTFS and core.protectHFS.
_GIT_FOLDER = frozenset({".git", "git~1"})

_PART = rb"[A-Za-z0-9_][A-Za-z0-9_-]*+(?:\.[A-Za-z0-9_-]++)*+"
_PLAIN = re.compile(rb"%b(?:/%b)*+" % (_PART, _PART))
"""Nearly every path: nothing in it could be any of what is refused below."""


_LONGEST = 4_096
"""Bytes: Linux opens no longer one, and GitHub's pages show none."""
_SHOWN_OF_A_LONG_ONE = 200


def judged_path(raw: bytes) -> str | Limitation:
    """The path as text, or why it is refused: path_too_long, path_not_utf8, path_not_portable or path_unsafe."""
    if len(raw) > _LONGEST:
        return limitation(LimitationCode.PATH_TOO_LONG, printable(raw), detail=f"{len(raw):,} bytes")
    if _PLAIN.fullmatch(raw):
        return raw.decode("ascii")
    try:
        path = raw.decode()
    except UnicodeDecodeError:
        return limitation(LimitationCode.PATH_NOT_UTF8, printable(raw))
    if not _is_portable(path):
        return limitation(LimitationCode.PATH_NOT_PORTABLE, printable(raw))
    if any(_is_unsafe(component) for component in path.split("/")):
        return limitation(LimitationCode.PATH_UNSAFE, printable(raw))
    return path


def printable(raw: bytes) -> str:
    r"""The path for people: a byte that is not UTF-8, a backslash and what cannot be seen stand as `\xNN`.

    Of one that is too long the beginning.
    """
    if len(raw) > _LONGEST:
        return f"{printable(raw[:_SHOWN_OF_A_LONG_ONE])}…"
    return "".join(_shown(character) for character in raw.decode("utf-8", "surrogateescape"))


def _is_portable(path: str) -> bool:
    if path.isascii() and path.isprintable():
        return "\\" not in path
    return not any(_is_hidden(character) for character in path)


def _is_hidden(character: str) -> bool:
    return character == "\\" or character in _DIRECTION or unicodedata.category(character) in _UNSEEN


def _is_unsafe(component: str) -> bool:
    """Whether the component is empty, a dot component, or git's own folder by any system's reading."""
    if component.isalnum():
        return False
    seen = component if component.isascii() else _without_format_characters(component)
    # Windows drops dots and blanks at the end of a name and reads what follows a colon as a stream of the file.
    name = seen.partition(":")[0].rstrip(" .").casefold()
    return name in _GIT_FOLDER or not seen.rstrip(" .")


def _without_format_characters(component: str) -> str:
    return "".join(character for character in component if unicodedata.category(character) != "Cf")


def _shown(character: str) -> str:
    if "\udc80" <= character <= "\udcff" or _is_hidden(character):
        return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))
    return character
