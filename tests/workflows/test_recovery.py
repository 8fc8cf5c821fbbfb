"""Killed with -9, for real: what was acknowledged is there, and work goes on at the step that was torn."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp

from tests.webhooks import payloads
from tests.webhooks.payloads import HEAD
from tests.webhooks.serving import free_port, signed_headers

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def process(folder: Path, port: int) -> AsyncIterator[subprocess.Popen[bytes]]:
    """The server, ready; killed at the end if it is still there."""
    command = [sys.executable, "-m", "tests.workflows.server_process", str(folder), str(port)]
    with (folder / "log").open("ab") as log:
        running = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)  # noqa: ASYNC220 (not waited for)
    try:
        await ready(port, running)
        yield running
    finally:
        running.kill()
        await asyncio.to_thread(running.wait)


async def ready(port: int, running: subprocess.Popen[bytes]) -> None:
    async with aiohttp.ClientSession() as http, asyncio.timeout(60):
        while running.poll() is None:
            try:
                async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)
    # A process that recovers may die again before anybody could ask.


async def post(http: aiohttp.ClientSession, port: int, event: str, payload: object, guid: str) -> int:
    body = json.dumps(payload).encode()
    address = f"http://127.0.0.1:{port}/webhooks/github"
    async with http.post(address, data=body, headers=signed_headers(body, event, guid)) as answer:
        return answer.status


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "obelize.sqlite3")) as database:
        return database.execute(query).fetchall()


async def until(folder: Path, query: str, expected: object) -> None:
    async with asyncio.timeout(60):
        while rows(folder, query) != expected:  # noqa: ASYNC110 (another process's database)
            await asyncio.sleep(0.05)


async def test_a_killed_run_goes_on_at_the_step_that_was_torn(tmp_path: Path) -> None:
    """The first step is not done again, the second is, and the third follows."""
    port = free_port()
    (tmp_path / "die").touch()
    async with process(tmp_path, port) as running, aiohttp.ClientSession() as http:
        assert await post(http, port, "pull_request", payloads.pull_request("opened"), "guid") == 202
        await asyncio.to_thread(running.wait, 60)
    assert rows(tmp_path, "SELECT status FROM workflow_status WHERE queue_name = 'runs'") == [("PENDING",)]
    (tmp_path / "die").unlink()
    async with process(tmp_path, port):
        query = "SELECT status, executor_id FROM workflow_status WHERE workflow_uuid LIKE '7/3/%'"
        await until(tmp_path, query, [("SUCCESS", "sqlite")])
    key = f"7/3/{HEAD}/1"
    lines = (tmp_path / "steps").read_text().splitlines()
    assert lines == [f"first {key}", f"second {key}", f"second {key}", f"third {key}"]


async def test_no_acknowledged_delivery_is_lost(tmp_path: Path) -> None:
    """Killed under load: every 202 has its row and its workflow, and the next start carries all of them out."""
    port = free_port()
    acknowledged: set[str] = set()

    async def keep_posting(http: aiohttp.ClientSession) -> None:
        while True:
            guid = str(uuid.uuid4())
            try:
                if await post(http, port, "ping", {"zen": "x" * 1_000}, guid) == 202:
                    acknowledged.add(guid)
            except aiohttp.ClientError:
                return

    async with process(tmp_path, port) as running, aiohttp.ClientSession() as http:
        posting = [asyncio.create_task(keep_posting(http)) for _ in range(16)]
        async with asyncio.timeout(60):
            while len(acknowledged) < 100:  # noqa: ASYNC110 (the load itself)
                await asyncio.sleep(0.01)
        running.kill()
        await asyncio.gather(*posting)
    kept = {row[0] for row in rows(tmp_path, "SELECT guid FROM deliveries")}
    enqueued = {row[0] for row in rows(tmp_path, "SELECT workflow_uuid FROM workflow_status")}
    assert acknowledged <= kept
    assert kept == enqueued
    async with process(tmp_path, port):
        await until(tmp_path, "SELECT count(*) FROM deliveries WHERE outcome IS NULL", [(0,)])
    assert rows(tmp_path, "SELECT DISTINCT outcome, attempt FROM deliveries") == [("answered", 1)]
