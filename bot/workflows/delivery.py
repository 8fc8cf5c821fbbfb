"""The workflow that carries out one delivery: parse, decide, do, and keep how it ended.

It takes the GUID, never the body. Nothing that a payload can say raises here: a failure of ours is an outcome too, and
the sweep tries the delivery again under the next attempt.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.metrics.families import DELIVERIES_ENDED
from bot.models.decision import ChangeRepositories, Decision, ForgetInstallation, nothing
from bot.models.names import DeliveryId
from bot.models.run_key import LARGEST_ID
from bot.store import deliveries
from bot.store.database import StoreError
from bot.store.deliveries import Stored, Subject
from bot.vocabulary import DeliveryOutcome
from bot.workflows.carry_out import Desk, End
from bot.workflows.enqueue import CARRY_OUT_DELIVERY
from bot.workflows.runtime import Workflow

log = logging.getLogger(__name__)

Decide = Callable[[str, Mapping[str, Any]], Decision]
"""Event name and payload to what is to be done: pure, and it raises nothing."""

_ACTION = re.compile(r"[a-z_]{1,64}")
_UNKNOWN = Subject(None, None, None)
_WITHOUT_BODY = {DeliveryOutcome.IGNORED_SUSPENDED, DeliveryOutcome.IGNORED_NO_INSTALLATION}
"""What ends so is about somebody for whom nothing may be kept, and whose removal has passed or will never come."""
_ABOUT_REMOVAL = (ForgetInstallation, ChangeRepositories)
"""Their own bodies name what is to be forgotten."""


def delivery_workflow(desk: Desk, decide: Decide) -> Workflow:
    """`carry_out_delivery(guid)`, to be given to the runtime before it starts."""
    clerk = _Clerk(desk, decide)

    def carry_out_delivery(guid: str) -> dict[str, str | None]:
        end = clerk.carry_out(DeliveryId(guid))
        return {"outcome": end.outcome.value, "reason": end.reason}

    return Workflow(CARRY_OUT_DELIVERY, carry_out_delivery)


@dataclass(frozen=True, slots=True)
class _Clerk:
    desk: Desk
    decide: Decide

    def carry_out(self, guid: DeliveryId) -> End:
        try:
            end = self._try(guid)
        except StoreError as error:
            end = End(DeliveryOutcome.FAILED_DELIVERY, str(error))
        except Exception:
            # A handler that breaks costs its own delivery; the payload stays out of the log.
            log.exception("delivery failed: delivery=%s", guid)
            end = End(DeliveryOutcome.FAILED_DELIVERY, "internal error")
        if end.outcome is DeliveryOutcome.FAILED_DELIVERY:
            self._keep_failure(guid, end)
        DELIVERIES_ENDED.labels(end.outcome).inc()
        log.info("delivery ended: delivery=%s outcome=%s", guid, end.outcome)
        return end

    def _try(self, guid: DeliveryId) -> End:
        with self.desk.database.read() as connection:
            stored = deliveries.load(connection, guid)
        if stored is None:
            return End(DeliveryOutcome.IGNORED_INCOMPLETE, "the delivery is not kept any more")
        if stored.outcome not in {None, DeliveryOutcome.FAILED_DELIVERY}:
            return End(stored.outcome)
        decision, subject = _read(stored, self.decide)
        with self.desk.database.write() as connection:
            end = self.desk.carry_out(connection, decision, guid)
            deliveries.finish(connection, guid, end.outcome, end.reason, subject, self.desk.now())
            if end.outcome in _WITHOUT_BODY or isinstance(decision, _ABOUT_REMOVAL):
                deliveries.forget_body(connection, guid)
        return end

    def _keep_failure(self, guid: DeliveryId, end: End) -> None:
        """Without this row the delivery would be owed all the same, so a database that is still away is no matter."""
        try:
            with self.desk.database.write() as connection:
                deliveries.finish(connection, guid, end.outcome, end.reason, _UNKNOWN, self.desk.now())
        except StoreError:
            log.warning("the failure of a delivery could not be kept: delivery=%s", guid)


def _read(stored: Stored, decide: Decide) -> tuple[Decision, Subject]:
    payload = parsed_body(stored.body)
    if payload is None:
        return nothing(DeliveryOutcome.IGNORED_NOT_JSON), _UNKNOWN
    return decide(stored.event, payload), _subject(payload)


def parsed_body(body: bytes | None) -> dict[str, Any] | None:
    """The JSON object that the body is, in UTF-8; null for anything else, however deep or long it is."""
    try:
        value = json.loads((body or b"").decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _subject(payload: Mapping[str, Any]) -> Subject:
    """Whom the body is about, read without trust: what has not the right form is not there."""
    action = payload.get("action")
    named = isinstance(action, str) and _ACTION.fullmatch(action) is not None
    return Subject(action if named else None, _id(payload.get("installation")), _id(payload.get("repository")))


def _id(part: object) -> int | None:
    number = part.get("id") if isinstance(part, dict) else None
    return number if type(number) is int and 1 <= number <= LARGEST_ID else None
