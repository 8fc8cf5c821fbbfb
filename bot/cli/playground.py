"""`obelize playground`: the bot and a stand-in for GitHub on this machine, with one pull request open in it."""

import asyncio
import datetime as dt
import json
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.cli.bot_application import Tempo, bot_application
from bot.cli.errors import CommandError
from bot.cli.saying import NEVER, Said, read_conclusions, read_sayings
from bot.cli.terminal import notes, output
from bot.models.struct import Frozen
from bot.playground.git.command import GitError
from bot.playground.git.load import RevisionError
from bot.playground.people.other_ci import Result, Rule
from bot.playground.running import RunningPlayground, running_playground
from bot.settings import Settings, given_settings
from bot.store import commands, commits, deliveries, runs
from bot.store.database import Database
from bot.vocabulary import CommandState, ExitCode, RunState
from webhooks.app import SERVICES
from webhooks.server import serving, signalled
from webhooks.signing_in.pages import CALLBACK

_VERDICT_PATIENCE = 10.0
_HURRY = Tempo(spacing=0.0, poll=0.05)
IN_A_HURRY = {"OBELIZE_SETTLE_SECONDS": 0.2}
"""Settings that only a stand-in for GitHub on the same machine can bear."""
_UNFINISHED = (RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED)
_UNANSWERED = (CommandState.ENQUEUED, CommandState.DEFERRED)


class _Wanted(Frozen):
    repository: Path | None
    base: str
    head: str
    port: int
    say: tuple[Said, ...]
    ci: tuple[str, ...]
    once: bool
    as_json: bool


def playground_command(
    repository: Path | None,
    base: str | None,
    head: str | None,
    port: int,
    *,
    say: Sequence[str] = (),
    ci: Sequence[str] = (),
    once: bool,
    as_json: bool,
) -> ExitCode:
    """Serve until interrupted; with `once`, until the bot has finished.

    `say` is said one after another, each once the bot has settled; `ci` is what the repository's own CI makes of the
    first head, of the next, and so on, the last again and again.
    """
    wanted = _Wanted(
        repository, base or "main", head or "", port, read_sayings(say), read_conclusions(ci), once, as_json
    )
    run_in_playground(_run(wanted), repository, port)
    return ExitCode.DONE


def run_in_playground(story: Coroutine[None, None, None], repository: Path | None, port: int) -> None:
    """Let it be told to its end; what keeps a playground from starting is one sentence."""
    try:
        asyncio.run(story)
    except RevisionError as error:
        raise CommandError(str(error)) from error
    except GitError as error:
        raise CommandError(f"{repository or 'The example'} cannot be loaded: {error}") from error
    except FileNotFoundError as error:
        raise CommandError("git was not found; install it and try again.") from error
    except OSError as error:
        raise CommandError(f"Port {port} cannot be used: {error.strerror}.") from error


async def _run(wanted: _Wanted) -> None:
    async with running_playground(wanted.repository, wanted.base, wanted.head, wanted.port) as running:
        with tempfile.TemporaryDirectory(prefix="obelize-playground-") as data:
            settings = _settings(running, Path(data))
            async with _serving_bot(settings) as database:
                running.playground.hook_url = f"{settings.public_url}/webhooks/github"
                running.playground.callback_urls = (f"{settings.public_url}{CALLBACK}",)
                if wanted.ci:
                    running.playground.watch_with_ci(_in_turn(wanted.ci))
                await running.announce()
                story = _tell(wanted, running, database)
                if wanted.once:
                    await story
                    await _print_snapshot(running)
                else:
                    await _print_addresses(running, settings, database, as_json=wanted.as_json)
                    await _until_interrupted(story)


def _settings(running: RunningPlayground, data: Path) -> Settings:
    """Settings for this one bot, in a folder that goes when it ends."""
    app = running.playground.app
    secrets = {
        "GITHUB_APP_ID": app.id,
        "GITHUB_PRIVATE_KEY": app.key.private,
        "GITHUB_WEBHOOK_SECRET": app.webhook_secret,
        "GITHUB_CLIENT_ID": app.client_id,
        "GITHUB_CLIENT_SECRET": app.client_secret,
    }
    return given_settings({**server_values(running, data), **secrets, **IN_A_HURRY})


def server_values(running: RunningPlayground, data: Path) -> dict[str, Any]:
    """The part of the settings that needs no App."""
    playground = running.playground
    return {
        "GITHUB_URL": playground.web_url,
        "GITHUB_API_URL": playground.api_url,
        "OBELIZE_DATA": data,
        "PORT": _free_port(),
    }


@asynccontextmanager
async def _serving_bot(settings: Settings) -> AsyncIterator[Database]:
    async with bot_application(settings, _HURRY) as app, serving(app, settings.host, settings.port):
        yield app[SERVICES].database


async def _settled(running: RunningPlayground, database: Database, patience: float) -> None:
    """Until every delivery was answered and all that came of them has ended, what the bot itself set off included.

    For the verdict on a commit it waits `patience` seconds at most: CI that never begins has none for half an hour.
    """
    deadline = time.monotonic() + patience
    while True:
        await running.playground.settle()
        is_at_rest = not await asyncio.to_thread(_has_work, database) and running.playground.idle
        if is_at_rest and (time.monotonic() >= deadline or not await asyncio.to_thread(_awaits_verdict, database)):
            return
        await asyncio.sleep(0.1)


def _awaits_verdict(database: Database) -> bool:
    with database.read() as connection:
        return bool(commits.without_verdict(connection, dt.datetime.min.replace(tzinfo=dt.UTC)))


def _has_work(database: Database) -> bool:
    with database.read() as connection:
        return (
            deliveries.any_unfinished(connection)
            or bool(runs.in_state(connection, *_UNFINISHED))
            or bool(commands.in_state(connection, _UNANSWERED))
        )


async def _tell(wanted: _Wanted, running: RunningPlayground, database: Database) -> None:
    """Says one after another, each once the bot has settled, and ends when it has done so for the last time."""
    people, patience = running.playground, _VERDICT_PATIENCE if wanted.ci else 0.0
    await _settled(running, database, patience)
    for said in wanted.say:
        await people.comment(running.pull, said.text, people.person(said.login))
        await _settled(running, database, patience)


async def _print_snapshot(running: RunningPlayground) -> None:
    snapshot = await running.playground.snapshot(running.pull)
    sys.stdout.write(json.dumps(snapshot, indent=2) + "\n")
    sys.stdout.flush()


def _in_turn(conclusions: Sequence[str]) -> Rule:
    """A rule for CI that takes no notice of the files: its first word for the first head, the last from then on."""
    left = list(conclusions)

    def judged(_: Mapping[str, bytes]) -> Result:
        word = left.pop(0) if len(left) > 1 else left[0]
        return None if word == NEVER else word

    return judged


async def _print_addresses(
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


async def _until_interrupted(story: Coroutine[None, None, None]) -> None:
    """Lets the story be told, and stays until the signal that ends everything."""
    telling, waiting = asyncio.ensure_future(story), asyncio.ensure_future(signalled().wait())
    await asyncio.wait((telling, waiting), return_when=asyncio.FIRST_COMPLETED)
    if telling.done():
        await telling
        await waiting
    telling.cancel()
    await asyncio.gather(telling, return_exceptions=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
