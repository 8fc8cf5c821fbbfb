"""`make soak SEED=… MINUTES=… [DATABASE=postgresql]`: load and faults for some minutes, then quiet, then the reckoning.

The last line is `soak: N deliveries, N finished, 0 lost, 0 doubled`; the exit status is 1 where it is anything else.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from bench.soak.conversations import People
from bench.soak.invariants import Ended, Judge
from bench.soak.post import Post
from bench.soak.processes import Processes
from bench.soak.trouble import Trouble
from bot.store.artifacts import Artifacts
from bot.store.database import Database
from tests.postgresql import cluster
from tests.webhooks.serving import free_port
from tests.workflows.stage import playing
from webhooks.server import serving

_QUIET = 300.0
"""Seconds that the bot is given to end what it owes, once nothing goes wrong any more."""
_STILL = 3
"""Looks, a second apart, that must find nothing owed."""


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--at-once", type=int, default=4, help="conversations that are led at once")
    parser.add_argument("--keep", type=Path, help="a folder for the bot's data and log, which is kept")
    given = parser.parse_args()
    with _folder(given.keep) as folder, _address(given.database) as address:
        ended = asyncio.run(_soaked(given, folder, address))
    for fault in ended.faults:
        print(fault)
    print(
        f"soak: {ended.deliveries} deliveries, {ended.finished} finished, {ended.lost} lost, {ended.doubled} doubled",
        flush=True,
    )
    sys.exit(1 if ended.faults else 0)


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True)
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="obelize-soak-") as folder:
        yield Path(folder)


@contextmanager
def _address(database: str) -> Iterator[str]:
    if database == "sqlite":
        yield ""
        return
    with cluster() as running:
        yield running.fresh()


async def _soaked(given: argparse.Namespace, folder: Path, address: str) -> Ended:
    # One source of chance each, so that what one of them does is the same whatever the others are asked.
    seeds = random.Random(given.seed)  # noqa: S311 - the same disorder for the same seed
    chances = [random.Random(seeds.random()) for _ in range(4)]  # noqa: S311
    async with playing() as playground:
        playground.watch_with_ci(lambda _files: {"tests": "success"})
        processes = Processes.of(playground, folder, chances[0], address, sweep=3.0)
        post = Post(chances[1], processes.addresses)
        trouble = Trouble(playground, chances[2], processes.kill_worker)
        people = People(playground, chances[3], given.at_once)
        port = free_port()
        async with serving(post.application(), "127.0.0.1", port):
            playground.hook_url = f"http://127.0.0.1:{port}/webhooks/github"
            await processes.start()
            try:
                await _led(people, trouble, processes, 60 * given.minutes)
                post.over = True
                where = SecretStr(address or f"sqlite:///{folder / 'obelize.sqlite3'}")
                artifacts = Artifacts((folder / "artifacts").as_uri())
                with Database(where) as database:
                    judge = Judge(playground, database, artifacts, people.conversations)
                    await _until_quiet(judge)
                    ended = await judge.ended()
            finally:
                await processes.stop()
                await post.close()
    _tell(people.met, post.met, trouble.met, processes.deaths)
    return ended


async def _led(people: People, trouble: Trouble, processes: Processes, seconds: float) -> None:
    trouble.playground.intercept = trouble
    disasters = [
        asyncio.create_task(trouble.expire_tokens(15.0)),
        asyncio.create_task(processes.kill_receivers(20.0)),
    ]
    try:
        await people.talk(seconds)
    finally:
        for disaster in disasters:
            disaster.cancel()
        await asyncio.gather(*disasters, return_exceptions=True)
        trouble.end()


async def _until_quiet(judge: Judge) -> None:
    deadline = time.monotonic() + _QUIET
    still = 0
    told = 0.0
    while still < _STILL and time.monotonic() < deadline:
        await judge.playground.settle()
        owed = await asyncio.to_thread(judge.owed)
        still = 0 if owed or not judge.playground.idle else still + 1
        if owed and time.monotonic() - told > 15:
            told = time.monotonic()
            print(f"still owed: {dict(owed)}", flush=True)
        await asyncio.sleep(1.0)


def _tell(*counted: Counter[str]) -> None:
    for counter in counted:
        print(", ".join(f"{name}: {times}" for name, times in sorted(counter.items()) if times), flush=True)


if __name__ == "__main__":
    main()
