"""`push`: the default branch has another head. Pull requests tell of their own pushes."""

from bot.models.decision import Decision, ScanBranch, nothing
from bot.vocabulary import DeliveryOutcome
from webhooks.events.payload import Event, PushPayload


def push(event: Event) -> Decision:
    """A branch or tag moved, came or went; only the default branch is looked at."""
    pushed = PushPayload.read(event.payload)
    if pushed.deleted or pushed.ref != f"refs/heads/{pushed.repository.default_branch}":
        return nothing(DeliveryOutcome.IGNORED_OTHER_BRANCH)
    return ScanBranch(installation_id=pushed.installation.id, repository=pushed.repository.facts, head_sha=pushed.after)
