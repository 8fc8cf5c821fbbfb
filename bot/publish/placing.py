"""Whether GitHub can show a proposal at its own place, as a suggestion that a button applies (GITHUB.md §5)."""

from collections.abc import Iterable

from bot.source.patch import LineRange

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_suggestible(first: int, last: int, before: bytes, shown: Iterable[LineRange]) -> bool:
    """Whether lines `first` to `last` of the file can be replaced by a suggestion that leaves all other bytes alone.

    `shown` are the stretches of the file that the pull request's page shows, without which there is no place for a
    comment. What GitHub does to other line ends than LF, to a last line without one, to a byte order mark and to text
    that is no UTF-8 is not documented: such places are offered as a patch.
    """
    on_the_page = any(hunk.start <= first and last < hunk.start + hunk.count for hunk in shown)
    return on_the_page and _is_plain(before) and not _reaches_an_open_end(last, before)


def _is_plain(before: bytes) -> bool:
    if b"\r" in before or before.startswith(_BYTE_ORDER_MARK):
        return False
    try:
        before.decode()
    except UnicodeDecodeError:
        return False
    return True


def _reaches_an_open_end(last: int, before: bytes) -> bool:
    """Whether the last of the lines is the file's and has no line end."""
    return not before.endswith(b"\n") and last > before.count(b"\n")
