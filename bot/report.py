"""REPORT.md: an account rendered for whoever opens the run folder."""

from bot.evidence.account import Account
from bot.evidence.write_account import WriteAccount
from bot.models.struct import Frozen
from bot.render import render_text


class NextStep(Frozen):
    """A command for the person's shell, and what it is for."""

    sentence: str
    command: str


def report_text(account: Account, *, steps: tuple[NextStep, ...] = (), write: WriteAccount | None = None) -> str:
    """The report; `steps` are what comes next where the plan changes anything, `write` is null for a dry run."""
    next_steps = steps if account.moved else ()
    return render_text("report/report.md.j2", account=account, steps=next_steps, write=write)
