"""What the steps of a command hand on; kept by the durable engine as JSON, so every field is plain.

No text of a comment is among it: a step reads the lines from the command's own row.
"""

from typing import get_args

from pydantic import AwareDatetime, JsonValue

from bot.models.conversation import Act, Speaker
from bot.models.forge import FullName
from bot.models.names import InstallationId, RepositoryId
from bot.models.record import Record
from bot.vocabulary import CommandRefusal, CommandState, CommandVerb


class CommandEnding(Record):
    """The command is over, or over here: which state its row gets."""

    state: CommandState
    refusal: CommandRefusal | None
    reason: str | None


class CommandBegun(Record):
    """The command may work; `verbs` are those of its lines, null where a line is no command.

    `writes` tells that one of them needs the pull request for itself.
    """

    command_id: str
    installation_id: InstallationId
    repository_id: RepositoryId
    full_name: str
    pull: int
    is_pull: bool
    comment_id: int | None
    speaker: Speaker
    verbs: tuple[CommandVerb | None, ...]
    writes: bool
    given_at: AwareDatetime


class Surroundings(Record):
    """The repository under its present name; `quiet` tells that it wants no comments of ours."""

    full_name: FullName
    quiet: bool


class KeptAct(Record):
    """An act by the name of its record, since several of them have the same fields."""

    kind: str
    values: dict[str, JsonValue]

    @classmethod
    def of(cls, act: Act) -> "KeptAct":
        """The act, to be kept."""
        return cls(kind=type(act).__name__, values=act.model_dump(mode="json"))

    def act(self) -> Act:
        """The act again."""
        kinds: tuple[type[Act], ...] = get_args(Act)
        return next(kind for kind in kinds if kind.__name__ == self.kind).model_validate(self.values)


class Decided(Record):
    """What a line comes to in the state that stood when it was decided upon."""

    acts: tuple[KeptAct, ...]


class Carried(Record):
    """The line was carried out; what the person is told, Markdown of ours, or empty where the reaction says it all."""

    markdown: str
