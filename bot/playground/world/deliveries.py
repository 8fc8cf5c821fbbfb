"""What was sent to the App's hook and how it was answered (GITHUB.md §3.1)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.playground.world.ids import Ids, Kind


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt. `duration` is in seconds; a redelivery has an id of its own and the first attempt's `guid`."""

    id: int
    guid: str
    event: str
    action: str | None
    installation_id: int | None
    repository_id: int | None
    delivered_at: datetime
    redelivery: bool
    duration: float
    status: str
    status_code: int
    url: str
    request_headers: dict[str, str]
    body: bytes
    payload: dict[str, Any] | None
    response_headers: dict[str, str] | None
    response_body: str | None

    @property
    def failed(self) -> bool:
        """What GitHub's `status=failure` selects: codes 400 to 599."""
        return 400 <= self.status_code <= 599


class Deliveries:
    """The log of attempts."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._by_id: dict[int, Delivery] = {}

    def next_id(self) -> int:
        """The next attempt's id."""
        return self._ids.next(Kind.DELIVERY)

    def record(self, delivery: Delivery) -> None:
        """Takes in a finished attempt."""
        self._by_id[delivery.id] = delivery

    def get(self, number: int) -> Delivery | None:
        """The attempt of that id."""
        return self._by_id.get(number)

    def newest_first(self) -> list[Delivery]:
        """All attempts, the newest first."""
        return sorted(self._by_id.values(), key=lambda each: each.id, reverse=True)
