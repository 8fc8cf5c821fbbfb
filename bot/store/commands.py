"""Commands that people gave: one row each, from the comment or button to its end."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.models.names import CommitSha, RepositoryId, RunId
from bot.store.rows import word
from bot.store.tables import commands
from bot.vocabulary import CommandOrigin, CommandRefusal, CommandState

OVER = (CommandState.DONE, CommandState.REFUSED, CommandState.IGNORED)
"""States of a command that nobody takes up again."""


@dataclass(frozen=True, slots=True)
class Given:
    """One row; what has not happened yet is null. `id` is safe in a workflow's id.

    `lines` are those of the comment that begin with the bot's name, `body_sha256` is of its whole text.
    `shown_run_id` is the run whose result stood when the person spoke, or whose check has the button, and `head_sha`
    the head that it had read: numbers belong to them. `finished_at` is when it ended, or an attempt that broke.
    """

    id: str
    repository_id: RepositoryId
    pull: int
    is_pull: bool
    origin: CommandOrigin
    comment_id: int | None
    shown_run_id: RunId | None
    head_sha: CommitSha | None
    speaker_id: int
    speaker: str
    lines: str
    body_sha256: str | None
    attempt: int
    state: CommandState
    refusal: CommandRefusal | None
    created_at: datetime
    finished_at: datetime | None

    @property
    def workflow_id(self) -> str:
        """The id of the durable workflow that carries this attempt out."""
        return f"{self.id}/{self.attempt}"


def comment_command_id(repository_id: int, comment_id: int) -> str:
    """The id of what a comment says."""
    return f"command/{repository_id}/comment/{comment_id}"


def button_command_id(repository_id: int, delivery: str) -> str:
    """The id of a button that was pressed."""
    return f"command/{repository_id}/button/{delivery}"


def trigger_of(command_id: str) -> str:
    """What a run that the command asks for is triggered by: the button's delivery, or the command itself."""
    _, button, delivery = command_id.partition("/button/")
    return delivery if button else command_id


def triggering(connection: sa.Connection, repository_id: int, trigger: str) -> Given | None:
    """The command that a run was triggered by; null where it was something else."""
    return find(connection, trigger) or find(connection, button_command_id(repository_id, trigger))


def admit(connection: sa.Connection, given: Given) -> bool:
    """Keep a command; false when it was kept before, by an earlier delivery of the same comment."""
    if find(connection, given.id) is not None:
        return False
    values = {name: getattr(given, name) for name in _COLUMNS}
    connection.execute(sa.insert(commands).values(**{name: getattr(v, "value", v) for name, v in values.items()}))
    return True


def next_attempt(connection: sa.Connection, given: Given, at: datetime) -> Given | None:
    """The attempt that follows one which broke or was deferred; null when it is gone, changed, or has been followed.

    One that only waited leaves no trace; after one that may have done its work `finished_at` tells when it ended.
    """
    standing = find(connection, given.id)
    if standing is None or (standing.attempt, standing.state) != (given.attempt, given.state):
        return None
    ended = given.finished_at if given.state is CommandState.DEFERRED else given.finished_at or at
    following = replace(given, attempt=given.attempt + 1, state=CommandState.ENQUEUED, finished_at=ended)
    change(connection, given.id, attempt=following.attempt, state=following.state, finished_at=ended)
    return following


def find(connection: sa.Connection, command_id: str) -> Given | None:
    """The command; null when it, or its repository, is gone."""
    row = connection.execute(sa.select(commands).where(commands.c.id == command_id)).one_or_none()
    return None if row is None else _given(row)


def in_state(connection: sa.Connection, states: Iterable[CommandState]) -> list[Given]:
    """Every command in one of the states, oldest first."""
    where = commands.c.state.in_([state.value for state in states])
    return [_given(row) for row in connection.execute(sa.select(commands).where(where).order_by(commands.c.created_at))]


def of_pull(connection: sa.Connection, repository_id: int, pull: int) -> list[Given]:
    """Every command about a pull request or issue, oldest first."""
    where = (commands.c.repository_id == repository_id, commands.c.pull == pull)
    order = (commands.c.created_at, commands.c.id)
    return [_given(row) for row in connection.execute(sa.select(commands).where(*where).order_by(*order))]


def forget_lines_before(connection: sa.Connection, moment: datetime) -> int:
    """Drop what was written in commands that ended before the moment; how many there were."""
    old = (commands.c.finished_at < moment, commands.c.state.in_(_OVER), commands.c.lines != "")
    return connection.execute(sa.update(commands).where(*old).values(lines="")).rowcount


def change(connection: sa.Connection, command_id: str, **columns: object) -> bool:
    """Set columns; words are stored by their value. False when the row is gone: its repository was removed."""
    values = {name: getattr(value, "value", value) for name, value in columns.items()}
    return connection.execute(sa.update(commands).where(commands.c.id == command_id).values(**values)).rowcount > 0


_OVER = [state.value for state in OVER]
_COLUMNS = tuple(field.name for field in fields(Given))


def _given(row: sa.Row[Any]) -> Given:
    values = {name: row._mapping[name] for name in _COLUMNS}
    values["origin"] = word(CommandOrigin, values["origin"])
    values["state"] = word(CommandState, values["state"])
    values["refusal"] = word(CommandRefusal, values["refusal"]) if values["refusal"] else None
    return Given(**values)
