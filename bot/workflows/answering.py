"""The one answer to a comment or a button: what was not done and why, and what was asked to be told. Rendered here.

Nothing of what the person wrote is repeated but the parsed arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.conversation.kinds import command_kinds
from bot.models.conversation import ChecksTold, MigrationOpened, Refused
from bot.render import render_text
from bot.vocabulary import CommandVerb


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one line: refused, or carried out with something to say, which may be empty."""

    verb: CommandVerb | None
    refused: Refused | None
    markdown: str


def answer_text(told: Sequence[Told], broken: str | None) -> str | None:
    """The answer as Markdown; null where the reaction says it all. `broken` tells, in our words, what went wrong."""
    worth_telling = [one for one in told if one.refused is not None or one.markdown]
    if not worth_telling and broken is None:
        return None
    return render_text("comment/answer.md.j2", told=worth_telling, several=len(told) > 1, broken=broken).strip()


def checks_text(told: ChecksTold) -> str:
    """What the repository's own checks say of one of our commits."""
    return render_text("comment/checks.md.j2", told=told).strip()


def migration_text(opened: MigrationOpened) -> str:
    """Where the pull request is that was asked for."""
    done = "is open" if opened.opened else "is up to date"
    return f"#{opened.pull} {done}, at `{opened.sha[:7]}`."


def help_text() -> str:
    """All commands, generated from themselves."""
    return render_text("comment/help.md.j2", kinds=tuple(command_kinds().values())).strip()
