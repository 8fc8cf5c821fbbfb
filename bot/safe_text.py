"""Contributed text made fit to be shown: names, paths, lines of code and messages that a stranger chose.

On GitHub `@name` mails a person, `#1` and the address of an issue leave a note on it, HTML and images act, and
characters that cannot be seen say one thing and mean another. Pure; nothing here decides what is said.
"""

import re
import unicodedata

_ZERO_WIDTH = "\u200b"
_LONGEST_CODE_SPAN = 1_000

# Control, format (bidi marks, zero-width, tags), surrogates, private use, unassigned, line and paragraph separators.
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks by their category, blank on the screen: combining grapheme joiner and the Hangul fillers.
_UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u3164\uffa0")
_KEPT = frozenset("\t\n")

_BACKTICKS = re.compile(r"`+")
_MARKDOWN = re.compile(r"[\\`*_{}\[\]()!|~^$]")
# An indent would make a block of code, where the escapes below would be shown.
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BLOCK_MARKER = re.compile(r"^[-+=]", re.MULTILINE)
_ORDERED_LIST = re.compile(r"^(\d+)(?=\.)", re.MULTILINE)
# Where a character that is not seen keeps GitHub from reading a mention, an issue, an address.
_ACTING = re.compile(r"(?<=[@#])|(?<=:)(?=//)|(?i:(?<=www)(?=\.))|(?i:(?<=gh)(?=-\d))")


def displayable(text: str) -> str:
    r"""The text with every character that cannot be seen written out, `\u202e` for instance; tab and LF stay.

    CR LF and a lone CR become LF, since a browser shows no difference. The result can always be encoded as UTF-8.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(_written_out(character) if is_unseen(character) else character for character in lines)


def sendable(text: str) -> str:
    """Markdown of ours as it can be sent: without control characters and lone surrogates, otherwise as it is."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(_written_out(character) if _is_unsendable(character) else character for character in lines)


def one_line(text: str) -> str:
    """The text for a title, a log field or a terminal's line: displayable, every run of white space one blank."""
    return " ".join(displayable(text).split())


def prose(text: str) -> str:
    """The text as Markdown that shows it literally: no mention, link, image, formatting or HTML comes of it."""
    escaped = displayable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    literal = _INDENT.sub("", _MARKDOWN.sub(r"\\\g<0>", escaped))
    unmarked = _ORDERED_LIST.sub(r"\1\\", _BLOCK_MARKER.sub(r"\\\g<0>", literal))
    return _ACTING.sub(_ZERO_WIDTH, unmarked)


def code_span(text: str) -> str:
    """The text on one line as a Markdown code span, whatever backticks it holds; at most 1,000 characters of it."""
    inside = displayable(text).replace("\n", " ").replace("\t", " ")
    if len(inside) > _LONGEST_CODE_SPAN:
        inside = inside[: _LONGEST_CODE_SPAN - 1] + "…"
    fence = "`" * (_longest_run(inside) + 1)
    if not inside.strip():
        return f"{fence} {fence}"
    # A renderer takes one blank off each side, which keeps apart a backtick at the edge and the fence.
    padding = " " if inside[0] in "` " or inside[-1] in "` " else ""
    return f"{fence}{padding}{inside}{padding}{fence}"


def table_code_span(text: str) -> str:
    """A code span for the cell of a table, where a bar would end the cell even inside code."""
    return code_span(text).replace("|", "\\|")


def code_block(text: str, language: str = "") -> str:
    """The text as a fenced block that none of its lines can end; `language` is ours, never contributed."""
    shown = displayable(text)
    fence = "`" * max(3, _longest_run(shown) + 1)
    ending = "" if not shown or shown.endswith("\n") else "\n"
    return f"{fence}{language}\n{shown}{ending}{fence}"


def is_unseen(character: str) -> bool:
    """Whether a character cannot be seen, or changes how text around it is shown; a tab and LF are not among them."""
    if character in _KEPT:
        return False
    return character in _UNSEEN_LETTERS or unicodedata.category(character) in _UNSEEN_CATEGORIES


def _is_unsendable(character: str) -> bool:
    return character not in _KEPT and unicodedata.category(character) in {"Cc", "Cs"}


def _written_out(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
