"""A proposal as GitHub's suggestion: the block that a button applies, and which proposals get one in a run.

What stands in the block is written into the file as it stands here, so nothing of it is escaped, cut or written out:
the guard let through only what can be shown. A block that would be too long for a comment is none.
"""

import re
from collections.abc import Iterable

from bot.models.offering import OfferedProposal

MOST_SUGGESTIONS = 30
"""How many comments a run makes at most; more were seen to be refused (GITHUB.md §5.3)."""

_LONGEST = 50_000
"""Bytes of a block; a comment holds 65,536 characters, and the model's reason stands below it."""

_BACKTICKS = re.compile(r"`+")


def suggestion_block(proposal: OfferedProposal) -> str:
    """The fenced block that replaces the lines of the proposal; a fence with nothing inside takes them out."""
    longest = max((len(run) for run in _BACKTICKS.findall(proposal.replacement)), default=0)
    fence = "`" * max(3, longest + 1)
    content = "" if proposal.deletes else f"{proposal.replacement}\n"
    return f"{fence}suggestion\n{content}{fence}"


def to_suggest(proposals: Iterable[OfferedProposal], taken_paths: Iterable[str], room: int) -> list[OfferedProposal]:
    """Which of them become suggestions now: at most `room`, and one a file, since each was checked alone.

    `taken_paths` are the files at which a suggestion of ours stands already.
    """
    taken = set(taken_paths)
    chosen: list[OfferedProposal] = []
    for proposal in proposals:
        fits = len(proposal.replacement.encode()) <= _LONGEST
        if proposal.suggestible and fits and proposal.path not in taken and len(chosen) < room:
            taken.add(proposal.path)
            chosen.append(proposal)
    return chosen
