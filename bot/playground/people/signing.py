"""Whose names stand in a commit that GitHub makes for an App (GITHUB.md §6.1)."""

from bot.playground.git.bare import Signature
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now


def bot_signature(bot: Account) -> Signature:
    """The App's own account, as the author."""
    return Signature(bot.login, f"{bot.id}+{bot.login}@users.noreply.github.com", now())


def github_signature() -> Signature:
    """GitHub itself, as the committer of what it signs."""
    return Signature("GitHub", "noreply@github.com", now())
