"""`issue_comment`: somebody may have spoken to Obelize. Only new comments count, and only what a person wrote.

What was written is a command only in the form that `bot/conversation` hears; nothing else of a comment is kept. Who
may command is asked of GitHub when the command's turn has come.
"""

import hashlib

from bot.conversation.spoken import spoken_lines
from bot.models.decision import Decision, HearComment, nothing
from bot.vocabulary import DeliveryOutcome
from webhooks.events.payload import Comment, CommentPayload, Event, Person


def issue_comment_created(event: Event) -> Decision:
    """A comment; on `edited` anybody who may write could put words into another person's mouth, so that is no event."""
    said = CommentPayload.read(event.payload)
    if not said.sender.is_person or not _is_by(said.comment, said.sender):
        return nothing(DeliveryOutcome.IGNORED_BOT)
    lines = spoken_lines(said.comment.body)
    if not lines:
        return nothing(DeliveryOutcome.IGNORED_NO_COMMAND)
    if said.issue.closed:
        return nothing(DeliveryOutcome.IGNORED_CLOSED)
    return HearComment(
        installation_id=said.installation.id,
        repository=said.repository.facts,
        number=said.issue.number,
        is_pull=said.issue.pull_request is not None,
        comment_id=said.comment.id,
        speaker_id=said.sender.id,
        speaker=said.sender.login,
        lines=lines,
        body_sha256=hashlib.sha256(said.comment.body.encode()).hexdigest(),
        spoken_at=said.comment.created_at,
    )


def _is_by(comment: Comment, sender: Person) -> bool:
    """Whether the sender wrote it with their own hands: a program that acts in a person's name may have been talked
    into it by a text that it read.
    """
    return comment.user.id == sender.id and comment.performed_via_github_app is None
