"""`status`: CI that uses commit statuses has said something of a commit."""

from bot.models.decision import AskVerdict, Decision
from webhooks.events.payload import Event, StatusPayload


def status(event: Event) -> Decision:
    """What it says is asked of GitHub, together with all else."""
    told = StatusPayload.read(event.payload)
    return AskVerdict(installation_id=told.installation.id, repository=told.repository.facts, sha=told.sha)
