"""The one list of events that are handled, read at a glance; a test compares it with `app.yml`.

An event or action that is not in it is ignored by name. GitHub adds some over time, so both must match.
"""

from collections.abc import Callable
from typing import NamedTuple

from pydantic import ValidationError

from bot.models.decision import Decision, nothing
from bot.vocabulary import DeliveryOutcome
from webhooks.events import checks, installation, issue_comment, pull_request, repository
from webhooks.events.payload import Event, Payload
from webhooks.events.ping import ping
from webhooks.events.push import push
from webhooks.events.status import status


class Handler(NamedTuple):
    """What an event with an action (null: an event that has none) means."""

    event: str
    action: str | None
    decide: Callable[[Event], Decision]


HANDLERS = (
    Handler("check_run", "requested_action", checks.check_run_requested_action),
    Handler("check_run", "rerequested", checks.check_run_rerequested),
    Handler("check_suite", "completed", checks.check_suite_completed),
    Handler("check_suite", "rerequested", checks.check_suite_rerequested),
    Handler("installation", "created", installation.installation_created),
    Handler("installation", "deleted", installation.installation_deleted),
    Handler("installation", "new_permissions_accepted", installation.installation_new_permissions_accepted),
    Handler("installation", "suspend", installation.installation_suspend),
    Handler("installation", "unsuspend", installation.installation_unsuspend),
    Handler("installation_repositories", "added", installation.installation_repositories_added),
    Handler("installation_repositories", "removed", installation.installation_repositories_removed),
    Handler("issue_comment", "created", issue_comment.issue_comment_created),
    Handler("ping", None, ping),
    Handler("pull_request", "closed", pull_request.pull_request_closed),
    Handler("pull_request", "edited", pull_request.pull_request_edited),
    Handler("pull_request", "opened", pull_request.pull_request_opened),
    Handler("pull_request", "ready_for_review", pull_request.pull_request_ready_for_review),
    Handler("pull_request", "reopened", pull_request.pull_request_reopened),
    Handler("pull_request", "synchronize", pull_request.pull_request_synchronize),
    Handler("push", None, push),
    Handler("repository", "privatized", repository.repository_privatized),
    Handler("repository", "publicized", repository.repository_publicized),
    Handler("repository", "renamed", repository.repository_renamed),
    Handler("repository", "transferred", repository.repository_transferred),
    Handler("status", None, status),
)

EVENTS = frozenset(handler.event for handler in HANDLERS)
_BY_NAME = {(handler.event, handler.action): handler.decide for handler in HANDLERS}


def decide(event: str, payload: Payload, app_id: int) -> Decision:
    """What a delivery asks for; raises nothing, whatever the payload holds. `app_id` is our own number."""
    if event not in EVENTS:
        return nothing(DeliveryOutcome.IGNORED_EVENT)
    action = payload.get("action")
    handler = _BY_NAME.get((event, action if isinstance(action, str) else None))
    if handler is None:
        return nothing(DeliveryOutcome.IGNORED_ACTION)
    if event != "ping" and payload.get("installation") is None:
        return nothing(DeliveryOutcome.IGNORED_NO_INSTALLATION)
    try:
        return handler(Event(payload, app_id))
    except ValidationError as error:
        return nothing(DeliveryOutcome.IGNORED_INCOMPLETE, _first_place(error))


def _first_place(error: ValidationError) -> str:
    """Where the payload is not as expected, by our own field names; pydantic's text would repeat what stands there."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    return ".".join(str(part) for part in first["loc"])
