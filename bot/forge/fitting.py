"""Cut text to what GitHub takes, so that a long report is short and never refused.

Pure. What GitHub calls a character is not documented and differs by field (GITHUB.md §9): text is measured in UTF-16
units, never fewer than code points, and in UTF-8 bytes, and both limits hold.
"""

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^`\n]*)")
_DETAILS = re.compile(r"</?details\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Room:
    """What fits: at most so many characters (UTF-16 units) and so many bytes (UTF-8)."""

    characters: int
    octets: int

    def holds(self, text: str) -> bool:
        """Whether the text fits."""
        return _characters(text) <= self.characters and _octets(text) <= self.octets

    def less(self, text: str) -> "Room":
        """What is left beside that text."""
        return Room(self.characters - _characters(text), self.octets - _octets(text))


def cut_text(text: str, room: Room) -> str:
    """Plain text, cut between characters and ended with an ellipsis where it does not fit."""
    if room.holds(text):
        return text
    return _prefix(text, room.less("…")) + "…"


def cut_markdown(text: str, room: Room, note: str) -> str:
    """Markdown cut at a line, at an empty one where there is one in the last quarter, and `note` below it.

    Open fences and `<details>` are closed. `note` is ours: one paragraph that says where the rest is.
    """
    if room.holds(text):
        return text
    ending = f"\n\n{note}\n"
    cuts = _possible_cuts(text, room.less(ending))
    if not cuts:
        return _prefix(text, room.less(ending)) + ending
    chosen = next((cut for cut in reversed(cuts) if cut.between_blocks and cut.end * 4 >= cuts[-1].end * 3), cuts[-1])
    kept = text[: chosen.end].rstrip("\n")
    return f"{kept}\n{chosen.closing}".rstrip("\n") + ending


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place to cut: after so many code points, with what closes what is open there."""

    end: int
    closing: str
    between_blocks: bool


def _possible_cuts(text: str, room: Room) -> list[_Cut]:
    cuts: list[_Cut] = []
    fence: str | None = None
    details, end, left = 0, 0, room
    for line in text.split("\n"):
        end += len(line) + 1
        left = left.less(line + "\n")
        if not left.holds(""):
            break
        fence = _fence_after(line, fence)
        details += 0 if fence else _details_opened(line)
        closing = (f"{fence}\n" if fence else "") + "\n</details>\n" * max(details, 0)
        if left.holds(closing):
            cuts.append(_Cut(end, closing, between_blocks=fence is None and not line.strip()))
    return cuts


def _fence_after(line: str, fence: str | None) -> str | None:
    """The fence that is open after this line: a run of one character, closed by a run that is no shorter."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    run, info = found.groups()
    if fence is None:
        return run
    closes = run[0] == fence[0] and len(run) >= len(fence) and not info.strip()
    return None if closes else fence


def _details_opened(line: str) -> int:
    return sum(-1 if tag.startswith("</") else 1 for tag in _DETAILS.findall(line))


def _prefix(text: str, room: Room) -> str:
    """The longest beginning that fits; bisected, since both measures only grow."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if room.holds(text[:middle]) else (low, middle - 1)
    return text[:low]


def _characters(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _octets(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
