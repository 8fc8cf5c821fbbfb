"""Deliveries that never arrived: GitHub tries each once, and again only when it is asked to (GITHUB.md §3.1)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.reading import understood
from bot.models.forge import FailedDelivery


class HookDeliveries:
    """The App's webhook deliveries, asked as the App itself."""

    def __init__(self, app_client: GitHubClient) -> None:
        self._client = app_client

    async def failed_since(self, since: datetime) -> tuple[FailedDelivery, ...]:
        """Deliveries without any success since that time (with a time zone), oldest first.

        GitHub keeps them for three days, an Enterprise server for seven. Its own filter for failures would hide both
        the connections that broke and the later success of a delivery that failed first.
        """
        attempts: dict[str, list[Mapping[str, Any]]] = {}
        with understood("deliveries"):
            async for attempt in self._client.getiter("/app/hook/deliveries{?per_page}", {"per_page": "100"}):
                if datetime.fromisoformat(attempt["delivered_at"]) < since:
                    break
                attempts.setdefault(attempt["guid"], []).append(attempt)
            failed = [tries for tries in attempts.values() if not any(words.arrived(a["status_code"]) for a in tries)]
            return tuple(_failed_delivery(tries) for tries in reversed(failed))

    async def redeliver(self, attempt_id: int) -> None:
        """Have GitHub send a delivery again, under the same GUID."""
        url = "/app/hook/deliveries/{id}/attempts"
        await self._client.post(url, {"id": str(attempt_id)}, data=b"")


def _failed_delivery(newest_first: list[Mapping[str, Any]]) -> FailedDelivery:
    newest = newest_first[0]
    return FailedDelivery(
        guid=newest["guid"],
        attempt_id=newest["id"],
        event=newest["event"],
        action=newest["action"],
        delivered_at=newest["delivered_at"],
        attempts=len(newest_first),
        installation_id=newest["installation_id"],
        repository_id=newest["repository_id"],
    )
