"""Which buttons a check has: only what would do something when it is pressed."""

from collections.abc import Iterator

from bot.conversation.buttons import buttons
from bot.evidence.account import Account
from bot.models.forge import CheckButton
from bot.vocabulary import CommandVerb


def buttons_for(account: Account, *, relevant: bool) -> tuple[CheckButton, ...]:
    """None where nothing is left to do."""
    return buttons(*_useful(account, relevant=relevant)) if account.actionable else ()


def _useful(account: Account, *, relevant: bool) -> Iterator[CommandVerb]:
    if relevant and account.moved:
        yield CommandVerb.APPLY
    if account.withheld:
        yield CommandVerb.FIX
    if account.model is not None and account.model.questions:
        yield CommandVerb.SHOW_CONTEXT
