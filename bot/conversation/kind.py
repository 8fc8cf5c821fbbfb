"""What a command is: how it is written, how its arguments are read, and what it means in the state that stands."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.conversation.spoken import NAME
from bot.models.conversation import Act, Command, Refused, Scene
from bot.vocabulary import CommandVerb

Acts = tuple[Act, ...]
Read = Callable[[CommandVerb, str], Command | None]
"""Verb and the rest of the line to a command; null for arguments that the command does not take."""
Decide = Callable[[Command, Scene], Acts | Refused]


@dataclass(frozen=True, slots=True)
class CommandKind:
    """One command. `arguments` is how they are written in its usage line; `examples` are whole lines that it takes.

    `on_issues` tells that it belongs on an issue, null that it is at home on both; `by_anybody` that no permission to
    write is asked for; `writes` that it needs the pull request for itself while it is carried out.
    """

    verb: CommandVerb
    arguments: str
    read: Read
    decide: Decide
    examples: tuple[str, ...]
    on_issues: bool | None = False
    by_anybody: bool = False
    writes: bool = False

    @property
    def usage(self) -> str:
        """The line that says how it is written."""
        return " ".join(part for part in (NAME, self.verb.value, self.arguments) if part)
