"""Reactions as the page shows them."""

from dataclasses import dataclass

from bot.playground.world.reactions import CONTENTS, Reaction

_SIGNS = {
    "+1": "👍",
    "-1": "👎",
    "laugh": "😄",
    "hooray": "🎉",
    "confused": "😕",
    "heart": "❤️",
    "rocket": "🚀",
    "eyes": "👀",
}


@dataclass(frozen=True, slots=True)
class ShownReaction:
    """One content, how it looks, and who gave it."""

    content: str
    sign: str
    by: tuple[str, ...]


def shown_reactions(given: list[Reaction]) -> tuple[ShownReaction, ...]:
    """One entry a content that was given, in GitHub's order."""
    by = {content: tuple(each.by.login for each in given if each.content == content) for content in CONTENTS}
    return tuple(ShownReaction(content, _SIGNS[content], logins) for content, logins in by.items() if logins)
