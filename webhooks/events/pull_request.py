"""`pull_request`: a head is there, or there is nothing to look at any more.

Drafts are looked at like any other. Whether the head is still the newest is asked of GitHub when the run begins, for
deliveries come late and in any order.
"""

from bot.models.decision import ClosePull, Decision, StartRun, nothing
from bot.vocabulary import DeliveryOutcome, RunDemand
from webhooks.events.payload import EditedPullPayload, Event, PullPayload


def pull_request_opened(event: Event) -> Decision:
    """A new pull request."""
    return _start(PullPayload.read(event.payload), RunDemand.ONCE)


def pull_request_synchronize(event: Event) -> Decision:
    """The head moved."""
    return _start(PullPayload.read(event.payload), RunDemand.ONCE)


def pull_request_reopened(event: Event) -> Decision:
    """It is open again; its head may have been looked at before it was closed."""
    return _start(PullPayload.read(event.payload), RunDemand.ONCE)


def pull_request_ready_for_review(event: Event) -> Decision:
    """It is no draft any more; drafts are looked at too, so this only mends what was missed."""
    return _start(PullPayload.read(event.payload), RunDemand.ONCE)


def pull_request_edited(event: Event) -> Decision:
    """Another base branch makes another diff of the same head; a new title or text makes none."""
    edited = EditedPullPayload.read(event.payload)
    if edited.changes.base is None:
        return nothing(DeliveryOutcome.IGNORED_UNCHANGED)
    return _start(edited, RunDemand.AGAIN)


def pull_request_closed(event: Event) -> Decision:
    """Merged or given up: a run at work ends at its next step."""
    closed = PullPayload.read(event.payload)
    return ClosePull(
        installation_id=closed.installation.id, repository=closed.repository.facts, pull=closed.pull_request.facts
    )


def _start(payload: PullPayload, demand: RunDemand) -> StartRun:
    return StartRun(
        installation_id=payload.installation.id,
        repository=payload.repository.facts,
        pull=payload.pull_request.facts,
        demand=demand,
    )
