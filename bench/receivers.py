"""The receivers that are compared, each a process of its own: ours twice, aiohttp with gidgethub alone, and probot."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.commands import OBELIZE
from bot.user_settings import user_cache_folder
from tests.webhooks.serving import APP_ID, SECRET, free_port, private_key

PROBOT = "14.3.2"
_HERE = Path(__file__).parent
_NOBODY = "http://127.0.0.1:9"
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Receiver:
    """What it is called in the table, how it is started, in which folder, and with which settings."""

    name: str
    command: list[str]
    folder: Path = _HERE.parent
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Listening:
    """One that answers."""

    port: int
    pid: int


def receivers(postgresql: str) -> list[Receiver]:
    """All that can be started here; `postgresql` is the address of an empty database."""
    bare = Receiver("aiohttp and gidgethub, nothing kept", [sys.executable, "-m", "bench.bare_receiver"])
    serve = [*OBELIZE, "serve"]
    ours = [
        Receiver("obelize on SQLite, which also works its queue off", serve),
        Receiver("obelize on PostgreSQL", serve, settings=(("OBELIZE_DATABASE_URL", postgresql),)),
    ]
    return [bare, *ours, *_probot()]


@contextmanager
def running(receiver: Receiver, data: Path) -> Iterator[Listening]:
    """Started, and killed at the end; what it says goes to a file in `data`."""
    port = free_port()
    environment = {
        **os.environ,
        "GITHUB_APP_ID": str(APP_ID),
        "GITHUB_PRIVATE_KEY": private_key(),
        "GITHUB_WEBHOOK_SECRET": SECRET,
        "GITHUB_URL": _NOBODY,
        "OBELIZE_DATA": str(data),
        "PORT": str(port),
        **dict(receiver.settings),
    }
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(receiver.command, cwd=receiver.folder, env=environment, stdout=log, stderr=log)
    try:
        _wait_for(process, port, data)
        yield Listening(port, process.pid)
    finally:
        process.kill()
        process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int, data: Path) -> None:
    deadline = time.monotonic() + _SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise SystemExit(f"a receiver does not start: {(data / 'log').read_text()[-2000:]}")


def _probot() -> list[Receiver]:
    """Installed by npm into the cache folder; none where `BENCH_PROBOT=no` says so or it cannot be installed."""
    cache = user_cache_folder()
    if os.environ.get("BENCH_PROBOT") == "no" or cache is None or not shutil.which("node"):
        return []
    folder = cache / f"bench-probot-{PROBOT}"
    if not (folder / "node_modules" / "probot").is_dir() and (npm := shutil.which("npm")):
        folder.mkdir(parents=True, exist_ok=True)
        options = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder)]
        subprocess.run([npm, "install", *options, f"probot@{PROBOT}"], cwd=folder, capture_output=True, check=False)
    if not (folder / "node_modules" / "probot").is_dir():
        return []
    return [Receiver("probot, nothing kept", ["node", str(_HERE / "probot_receiver.mjs")], folder)]
