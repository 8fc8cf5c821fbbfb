"""What a person said becomes a command: its row, and its workflow in the same transaction.

Heard once, however often it is delivered. Which run the person was looking at is settled here: the result that stood
when they spoke, for their numbers belong to it.
"""

from datetime import datetime

import sqlalchemy as sa

from bot.conversation.buttons import line_of
from bot.models.decision import HearComment, PressButton
from bot.models.names import CommitSha, DeliveryId, RepositoryId
from bot.store import runs
from bot.store.commands import Given, button_command_id, comment_command_id
from bot.vocabulary import CommandOrigin, CommandState


def heard(connection: sa.Connection, said: HearComment, at: datetime) -> Given:
    """The command that a comment gives."""
    shown = runs.shown(connection, said.repository.id, said.number, said.spoken_at) if said.is_pull else None
    return Given(
        id=comment_command_id(said.repository.id, said.comment_id),
        repository_id=RepositoryId(said.repository.id),
        pull=said.number,
        is_pull=said.is_pull,
        origin=CommandOrigin.COMMENT,
        comment_id=said.comment_id,
        shown_run_id=shown.run_id if shown is not None else None,
        head_sha=shown.head_sha if shown is not None else None,
        speaker_id=said.speaker_id,
        speaker=said.speaker,
        lines="\n".join(said.lines),
        body_sha256=said.body_sha256,
        attempt=1,
        state=CommandState.ENQUEUED,
        refusal=None,
        created_at=at,
        finished_at=None,
    )


def pressed(connection: sa.Connection, button: PressButton, delivery: DeliveryId, at: datetime) -> Given:
    """The command that a button gives, about the run whose check has it."""
    run = runs.find(connection, button.run)
    return Given(
        id=button_command_id(button.repository.id, delivery),
        repository_id=RepositoryId(button.repository.id),
        pull=button.run.pull,
        is_pull=True,
        origin=CommandOrigin.BUTTON,
        comment_id=None,
        shown_run_id=run.run_id if run is not None else None,
        head_sha=CommitSha(button.run.head_sha),
        speaker_id=button.speaker_id,
        speaker=button.speaker,
        lines=line_of(button.verb),
        body_sha256=None,
        attempt=1,
        state=CommandState.ENQUEUED,
        refusal=None,
        created_at=at,
        finished_at=None,
    )
