"""`obelize playground`: the bot and a stand-in for GitHub on this machine, with one pull request open in it."""

import asyncio
import json
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.bot_application import Tempo, bot_application
from bot.cli.errors import CommandError
from bot.cli.terminal import notes, output
from bot.models.struct import Frozen
from bot.playground.git.command import GitError
from bot.playground.git.load import RevisionError
from bot.playground.running import RunningPlayground, running_playground
from bot.settings import Settings, given_settings
from bot.store import deliveries, runs
from bot.store.database import Database
from bot.vocabulary import ExitCode, RunState
from webhooks.app import SERVICES
from webhooks.server import serving

_HURRY = Tempo(spacing=0.0, poll=0.05)
_UNFINISHED = (RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED)


class _Wanted(Frozen):
    repository: Path | None
    base: str
    head: str
    port: int
    once: bool
    as_json: bool


def playground_command(
    repository: Path | None, base: str | None, head: str | None, port: int, *, once: bool, as_json: bool
) -> ExitCode:
    """Serve until interrupted; with `once`, until the bot has finished."""
    wanted = _Wanted(repository, base or "main", head or "", port, once, as_json)
    try:
        asyncio.run(_run(wanted))
    except RevisionError as error:
        raise CommandError(str(error)) from error
    except GitError as error:
        raise CommandError(f"{repository or 'The example'} cannot be loaded: {error}") from error
    except FileNotFoundError as error:
        raise CommandError("git was not found; install it and try again.") from error
    except OSError as error:
        raise CommandError(f"Port {port} cannot be used: {error.strerror}.") from error
    return ExitCode.DONE


async def _run(wanted: _Wanted) -> None:
    async with running_playground(wanted.repository, wanted.base, wanted.head, wanted.port) as running:
        with tempfile.TemporaryDirectory(prefix="obelize-playground-") as data:
            settings = _settings(running, Path(data))
            async with _serving_bot(settings) as database:
                running.playground.hook_url = f"{settings.public_url}/webhooks/github"
                await running.announce()
                if wanted.once:
                    await _settled(running, database)
                    await _print_snapshot(running)
                else:
                    await _until_interrupted(running, settings, database, as_json=wanted.as_json)


def _settings(running: RunningPlayground, data: Path) -> Settings:
    """Settings for this one bot, in a folder that goes when it ends."""
    app = running.playground.app
    return given_settings(
        {
            "GITHUB_APP_ID": app.id,
            "GITHUB_PRIVATE_KEY": app.key.private,
            "GITHUB_WEBHOOK_SECRET": app.webhook_secret,
            "GITHUB_URL": running.playground.web_url,
            "GITHUB_API_URL": running.playground.api_url,
            "OBELIZE_DATA": data,
            "PORT": _free_port(),
        }
    )


@asynccontextmanager
async def _serving_bot(settings: Settings) -> AsyncIterator[Database]:
    async with bot_application(settings, _HURRY) as app, serving(app, settings.host, settings.port):
        yield app[SERVICES].database


async def _settled(running: RunningPlayground, database: Database) -> None:
    """Until every delivery was answered and every run that came of them has ended."""
    await running.playground.settle()
    while await asyncio.to_thread(_has_work, database):  # noqa: ASYNC110 - the database has no event to wait for
        await asyncio.sleep(0.1)


def _has_work(database: Database) -> bool:
    with database.read() as connection:
        return deliveries.any_unfinished(connection) or bool(runs.in_state(connection, *_UNFINISHED))


async def _print_snapshot(running: RunningPlayground) -> None:
    snapshot = await running.playground.snapshot(running.pull)
    sys.stdout.write(json.dumps(snapshot, indent=2) + "\n")
    sys.stdout.flush()


async def _until_interrupted(
    running: RunningPlayground, settings: Settings, database: Database, *, as_json: bool
) -> None:
    details = await _details(running, settings, database)
    if as_json:
        addresses = {"pull_request": running.page, "bot": settings.public_url, "details": details}
        sys.stdout.write(json.dumps(addresses) + "\n")
        sys.stdout.flush()
    else:
        console = output()
        console.print(f"Pull request: {running.page}", style="bold")
        console.print(f"The bot:      {settings.public_url}")
        console.print(f"Run folder:   {details}")
        notes().print("Everything runs on this machine and is gone when you press Ctrl-C.")
    await _signal()


async def _details(running: RunningPlayground, settings: Settings, database: Database) -> str:
    """The details link of the first run: known as soon as the run has begun."""
    del running
    while True:
        address = await asyncio.to_thread(_first_run, database)
        if address is not None:
            return f"{settings.public_url}/runs/{address}"
        await asyncio.sleep(0.05)


def _first_run(database: Database) -> str | None:
    with database.read() as connection:
        found = runs.in_state(connection, *RunState)
    return next((run.run_id for run in found if run.run_id), None)


async def _signal() -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await ended.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
