"""The real server on a loopback port, for tests of any room: `async with served(folder) as bot: await bot.deliver(...)`.

It runs in this process; every thread that it started is gone when the block ends.
"""

import asyncio
import contextlib
import json
import random
import socket
import sqlite3
import tempfile
import threading
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import sqlalchemy as sa
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pydantic import SecretStr

from bot.models.decision import nothing
from bot.settings import Settings, given_settings
from bot.store.database import Database
from bot.store.postgresql_connection import wait_for_turn
from bot.vocabulary import DeliveryOutcome
from bot.workflows.services import MakeWorkflow, Part, Services, open_services
from webhooks.app import SERVICES, create_app
from webhooks.body import BodyReader
from webhooks.server import serving
from webhooks.signature import sign

APP_ID = 4242
SECRET = "It's a Secret to Everybody"
POLL_SECONDS = 0.02
_EMPTY_DATABASE: list[bytes] = []


@cache
def private_key() -> str:
    """A key as GitHub gives one to an App."""
    key = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
    pkcs1 = serialization.PrivateFormat.TraditionalOpenSSL
    return key.private_bytes(serialization.Encoding.PEM, pkcs1, serialization.NoEncryption()).decode()


def settings_in(folder: Path, **overrides: object) -> Settings:
    """Complete settings whose data lies in `folder`; overrides go by variable name."""
    values: dict[str, Any] = {
        "GITHUB_APP_ID": APP_ID,
        "GITHUB_PRIVATE_KEY": private_key(),
        "GITHUB_WEBHOOK_SECRET": SECRET,
        "OBELIZE_DATA": folder,
        "PORT": free_port(),
    }
    return given_settings(values | overrides)


def free_port() -> int:
    """A loopback port that nobody listens on now, from below those that systems hand out for outgoing connections.

    One of those could be taken while a server of a test is down.
    """
    while True:
        port = random.randint(10_000, 30_000)  # noqa: S311 - not a secret
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def signed_headers(body: bytes, event: str, guid: str, secret: str = SECRET) -> dict[str, str]:
    """The headers that GitHub sends with a delivery (GITHUB.md §3.1)."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/0000000",
        "X-GitHub-Delivery": guid,
        "X-GitHub-Event": event,
        "X-GitHub-Hook-ID": "1",
        "X-GitHub-Hook-Installation-Target-ID": str(APP_ID),
        "X-GitHub-Hook-Installation-Target-Type": "integration",
        "X-Hub-Signature-256": sign(SecretStr(secret), body),
    }


@dataclass(frozen=True, slots=True)
class Served:
    """A running server, and a client for it."""

    settings: Settings
    services: Services
    http: aiohttp.ClientSession

    @property
    def address(self) -> str:
        """Where it answers."""
        return self.settings.public_url

    async def post(self, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        """Post to the receiver as it is; status and text."""
        async with self.http.post(f"{self.address}/webhooks/github", data=BytesIO(body), headers=headers) as answer:
            return answer.status, await answer.text()

    async def deliver(self, event: str, payload: object, guid: str | None = None) -> int:
        """A signed delivery, as GitHub would send it; the status that was answered."""
        body = json.dumps(payload).encode()
        status, _ = await self.post(body, signed_headers(body, event, guid or str(uuid.uuid4())))
        return status

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, str, Mapping[str, str]]:
        """Status, text and headers of a page."""
        async with self.http.get(f"{self.address}{path}", headers=headers) as answer:
            return answer.status, await answer.text(), answer.headers


@asynccontextmanager
async def served(
    folder: Path, workflows: Sequence[MakeWorkflow] = (), bodies: BodyReader | None = None, **overrides: object
) -> AsyncIterator[Served]:
    """The server with these workflows beside its own; settings go by variable name."""
    settings = settings_in(folder, **overrides)
    await _lay_out(settings)
    app = create_app(settings, workflows, bodies, part=Part(poll=POLL_SECONDS))
    before = set(threading.enumerate())
    async with serving(app, settings.host, settings.port), aiohttp.ClientSession() as http:
        yield Served(settings, app[SERVICES], http)
    await until(lambda: not _left(before))


async def _lay_out(settings: Settings) -> None:
    """A database as an earlier start left it, copied: DBOS needs a second to notice queues that are new."""
    path = settings.data / "obelize.sqlite3"
    if path.exists() or settings.database_url.get_secret_value():
        return
    if not _EMPTY_DATABASE:
        with tempfile.TemporaryDirectory() as folder:
            earlier = settings_in(Path(folder))
            async with open_services(earlier, lambda _event, _payload: nothing(DeliveryOutcome.IGNORED_EVENT)):
                pass
            _EMPTY_DATABASE.append((Path(folder) / "obelize.sqlite3").read_bytes())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_EMPTY_DATABASE[0])


@contextmanager
def locked(folder: Path, database: Database) -> Iterator[None]:
    """Another process holds the write lock of the database, on SQLite's file in `folder`, and this one is impatient."""

    @sa.event.listens_for(database.engine, "checkout")
    def impatient(raw: Any, *_: object) -> None:
        raw.cursor().execute("PRAGMA busy_timeout=50" if database.is_sqlite else "SET lock_timeout=50")
        raw.commit()

    if not database.is_sqlite:
        engine = database.engine_for_dbos(pool_size=1)
        with engine.begin() as writing:
            wait_for_turn(writing)
            yield
        engine.dispose()
        return
    with closing(sqlite3.connect(folder / "obelize.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something to hold; what never comes fails the test, however long a slow machine takes otherwise."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 (what is waited for lies in threads and in the database)
            await asyncio.sleep(0.02)


def _left(before: set[threading.Thread]) -> list[str]:
    """Threads of the server that are still there; asyncio's own pool ends with the loop."""
    return [thread.name for thread in set(threading.enumerate()) - before if not thread.name.startswith("asyncio")]
