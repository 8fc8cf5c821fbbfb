"""`ping`: GitHub asks, once a webhook was set up, whether anybody answers."""

from bot.models.decision import Decision, nothing
from bot.vocabulary import DeliveryOutcome
from webhooks.events.payload import Event


def ping(event: Event) -> Decision:
    """The answer was the 202."""
    del event
    return nothing(DeliveryOutcome.ANSWERED)
