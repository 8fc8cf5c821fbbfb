"""`repository`: another name, another owner, or other people who may see it. Rows go by the number, which stays."""

from bot.models.decision import Decision, RecordRepository
from webhooks.events.payload import Event, InRepository, ShownPayload


def repository_renamed(event: Event) -> Decision:
    """It has another name."""
    return _recorded(InRepository.read(event.payload))


def repository_transferred(event: Event) -> Decision:
    """It has another owner, and perhaps another installation."""
    return _recorded(InRepository.read(event.payload))


def repository_privatized(event: Event) -> Decision:
    """Fewer people may see it."""
    return _shown(ShownPayload.read(event.payload))


def repository_publicized(event: Event) -> Decision:
    """Everybody may see it."""
    return _shown(ShownPayload.read(event.payload))


def _recorded(payload: InRepository) -> RecordRepository:
    return RecordRepository(installation_id=payload.installation.id, repository=payload.repository.facts)


def _shown(payload: ShownPayload) -> RecordRepository:
    seen_since = payload.repository.updated_at
    return _recorded(payload).model_copy(update={"seen_since": seen_since})
