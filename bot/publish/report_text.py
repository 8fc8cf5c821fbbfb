"""The check's title: what happened, in one line."""

from bot.evidence.account import Account
from bot.vocabulary import Conclusion


def check_title(account: Account, conclusion: Conclusion) -> str:
    """One line, at most 255 characters; what it counts it also says."""
    if conclusion is Conclusion.LEDGER_WRONG:
        return "The sums of this run do not add up"
    if account.over_limit is not None:
        return "The repository is over a limit; nothing was looked at"
    if not account.actionable:
        return "Nothing is left to do"
    left = f"{account.withheld} left for a person"
    if not account.rewritten:
        return left
    ready = f"{account.rewritten} {'place' if account.rewritten == 1 else 'places'} can be rewritten by rules"
    return f"{ready}, {left}" if account.withheld else ready
