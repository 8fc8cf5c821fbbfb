"""Posts deliveries to the App's hook and keeps the log of attempts.

GitHub waits ten seconds, never tries again by itself, and redelivers under the same GUID when asked (GITHUB.md §3.1).
"""

import asyncio
import contextlib
import json
import time
import uuid
from collections.abc import Coroutine
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp

from bot.playground.hooks.signature import sha1_signature, sha256_signature
from bot.playground.schemas import mismatches
from bot.playground.shapes import Json
from bot.playground.world.apps import App
from bot.playground.world.clock import now
from bot.playground.world.deliveries import Delivery
from bot.playground.world.world import World

PATIENCE = 10.0
"""Seconds that GitHub waits for an answer."""

OLDER_FIELDS = frozenset({"assignee", "merge_commit_sha"})
"""Deliveries carry these though the description of 2026-03-10 no longer knows them everywhere."""


class PayloadError(Exception):
    """The playground built a payload that GitHub's description does not know: a fault of the playground."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one attempt went; codes of our own where no answer came: 502 no connection, 504 too slow."""

    status: str
    status_code: int
    headers: dict[str, str] | None
    body: str | None


class HookSender:
    """Sends to `app.hook_url`; while that is null nothing is sent, as with an inactive hook."""

    def __init__(self, world: World, faults: list[str]) -> None:
        self._world = world
        self._faults = faults
        self._session: aiohttp.ClientSession | None = None
        self._background: set[asyncio.Task[Any]] = set()

    async def send(self, event: str, payload: Json) -> Delivery | None:
        """One delivery of a payload that GitHub's description knows. Raises PayloadError."""
        wrong = payload_mismatches(event, payload)
        if wrong:
            self._faults.append(f"delivery {event}: {'; '.join(wrong)}")
            raise PayloadError(f"{event}: {'; '.join(wrong)}")
        return await self.send_bytes(event, json.dumps(payload, separators=(",", ":")).encode())

    async def send_bytes(self, event: str, body: bytes, guid: str | None = None) -> Delivery | None:
        """One delivery of these bytes, signed right whatever they are; for tests of a receiver too."""
        if self._world.app.hook_url is None:
            return None
        return await self._attempt(event, body, guid or str(uuid.uuid4()), redelivery=False)

    async def redeliver(self, first: Delivery) -> Delivery:
        """The same bytes under the same GUID, in an attempt of its own."""
        return await self._attempt(first.event, first.body, first.guid, redelivery=True)

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Lets something happen after the answer to a request, as GitHub does with redeliveries."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way in the background."""
        return not self._background

    async def settle(self) -> None:
        """Returns when everything in the background is done."""
        while self._background:
            await asyncio.gather(*self._background)
            # Waiting for what is done already returns at once, and who is done leaves the set only when the loop turns.
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stops what is still under way."""
        for task in tuple(self._background):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._session is not None:
            await self._session.close()

    async def _attempt(self, event: str, body: bytes, guid: str, *, redelivery: bool) -> Delivery:
        app, url = self._world.app, self._world.app.hook_url or ""
        headers = delivery_headers(app, event, guid, body)
        moment, started = now(), time.monotonic()
        outcome = await self._post(url, headers, body)
        payload = _parsed(body)
        delivery = Delivery(
            id=self._world.deliveries.next_id(),
            guid=guid,
            event=event,
            action=payload.get("action") if payload else None,
            installation_id=_id_in(payload, "installation"),
            repository_id=_id_in(payload, "repository"),
            delivered_at=moment,
            redelivery=redelivery,
            duration=time.monotonic() - started,
            status=outcome.status,
            status_code=outcome.status_code,
            url=url,
            request_headers=headers,
            body=body,
            payload=payload,
            response_headers=outcome.headers,
            response_body=outcome.body,
        )
        self._world.deliveries.record(delivery)
        return delivery

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> Outcome:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE), trust_env=False)
        try:
            async with self._session.post(url, data=body, headers=headers, allow_redirects=False) as response:
                text = (await response.read()).decode("utf-8", "replace")
                return Outcome(_status_word(response.status), response.status, dict(response.headers), text)
        except TimeoutError:
            return Outcome("timed out", 504, None, None)
        except aiohttp.ClientError:
            return Outcome("failed to connect to host", 502, None, None)


def delivery_headers(app: App, event: str, guid: str, body: bytes) -> dict[str, str]:
    """The headers of one delivery."""
    return {
        "Accept": "*/*",
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/8c1f2d0",
        "X-GitHub-Delivery": guid,
        "X-GitHub-Event": event,
        "X-GitHub-Hook-ID": str(app.hook_id),
        "X-GitHub-Hook-Installation-Target-ID": str(app.id),
        "X-GitHub-Hook-Installation-Target-Type": "integration",
        "X-Hub-Signature": sha1_signature(app.webhook_secret, body),
        "X-Hub-Signature-256": sha256_signature(app.webhook_secret, body),
    }


def payload_mismatches(event: str, payload: Json) -> list[str]:
    """How a payload differs from GitHub's description of that event and action; empty when it does not."""
    words = f"{event}_{payload.get('action', '')}".strip("_").split("_")
    model = "Webhook" + "".join(word.capitalize() for word in words)
    return [str(each) for each in mismatches(payload, (model,), OLDER_FIELDS)]


def _parsed(body: bytes) -> Json | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _id_in(payload: Json | None, key: str) -> int | None:
    part = (payload or {}).get(key)
    return part.get("id") if isinstance(part, dict) else None


def _status_word(code: int) -> str:
    try:
        return HTTPStatus(code).phrase
    except ValueError:
        return str(code)
