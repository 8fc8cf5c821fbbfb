"""How a run on a pull request ends (DESIGN, "Check run")."""

from bot.evidence.account import Account
from bot.vocabulary import Conclusion


def conclusion_of(account: Account, *, relevant: bool, quiet: bool, waits: bool = False) -> Conclusion:
    """The conclusion of a run that completed. A ledger that does not add up is never a success; `waits` tells that a
    turn of the relay does.
    """
    assert account.ledger is not None
    if not account.ledger.adds_up:
        return Conclusion.LEDGER_WRONG
    if account.over_limit is not None:
        return Conclusion.OVER_LIMIT
    if quiet:
        return Conclusion.SWITCHED_OFF
    if not account.actionable:
        return Conclusion.NOTHING_LEFT
    proposed = account.model is not None and account.model.proposals
    if relevant and (
        account.rewritten or proposed or waits or any(asked.is_choice for asked in account.open_questions)
    ):
        return Conclusion.WAITS_FOR_PERSON
    return Conclusion.ROWS_LEFT
