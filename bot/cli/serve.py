"""`obelize serve` and `obelize worker`: the long-running processes."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial

from aiohttp import web

from bot.cli.bot_application import bot_application, bot_worker, receiving_application
from bot.cli.errors import CommandError
from bot.cli.set_up import keep_or_print, set_up
from bot.cli.terminal import notes
from bot.forge.errors import KeyUnusable
from bot.settings import (
    ConfigurationError,
    ServerSettings,
    Settings,
    read_server_settings,
    read_settings,
    read_settings_if_registered,
)
from bot.store.database import StoreError
from bot.vocabulary import ExitCode
from webhooks.server import listening, serving_on, signalled
from webhooks.setup.door import SetupDoor


def serve_command() -> ExitCode:
    """Serve until interrupted; without an App, first the pages that register one."""
    settings, server = _settings_if_registered()
    log_to_stderr()
    with _faults_told():
        try:
            asyncio.run(_serve(settings, server))
        except OSError as error:
            raise CommandError(f"{server.host}:{server.port} cannot be listened on: {error.strerror}.") from error
    return ExitCode.DONE


@contextmanager
def _faults_told() -> Iterator[None]:
    """What keeps either process from its work, in a sentence."""
    try:
        yield
    except StoreError as error:
        raise CommandError(f"The database or the artifacts cannot be used: {error}.", ExitCode.UNEXPECTED) from error
    except KeyUnusable as error:
        raise CommandError("The App's private key cannot be used to sign.") from error
    except ConfigurationError as error:
        raise CommandError(str(error)) from error


async def _serve(settings: Settings | None, server: ServerSettings) -> None:
    ended, door = signalled(), SetupDoor(server)
    with listening(server.host, server.port) as sockets:
        if settings is None:
            notes().print(f"No App is configured. Register one at {door.address('/setup')}")
            settings = await set_up(server, door, sockets, ended, partial(keep_or_print, server))
        if settings is not None:
            async with _application(settings, door) as app, serving_on(app, sockets):
                notes().print(f"Obelize listens on {settings.host}:{settings.port}, reached at {settings.public_url}")
                notes().print(f"How it stands: {door.address('/setup/status')}")
                await ended.wait()


@asynccontextmanager
async def _application(settings: Settings, door: SetupDoor) -> AsyncIterator[web.Application]:
    """On SQLite it does everything."""
    if settings.is_sqlite:
        async with bot_application(settings, door=door) as app:
            yield app
    else:
        notes().print("The database is PostgreSQL, so `obelize worker` does the work; this process takes it in.")
        yield receiving_application(settings, door)


def worker_command() -> ExitCode:
    """Work until interrupted; on SQLite one process does everything, and that is the server: say so, and wait."""
    settings = usable_settings()
    log_to_stderr()
    with _faults_told():
        try:
            asyncio.run(_wait() if settings.is_sqlite else _work(settings))
        except OSError as error:
            place = f"{settings.metrics_host}:{settings.metrics_port}"
            raise CommandError(f"{place} cannot be listened on for metrics: {error.strerror}.") from error
    return ExitCode.DONE


async def _work(settings: Settings) -> None:
    ended = signalled()
    async with bot_worker(settings):
        notes().print("Obelize works on what `obelize serve` takes in.")
        await ended.wait()


async def _wait() -> None:
    ended = signalled()
    notes().print("The database is SQLite, so `obelize serve` does the work itself; this process only waits.")
    await ended.wait()


def _settings_if_registered() -> tuple[Settings | None, ServerSettings]:
    """The settings, null without an App, and the part of them that needs none."""
    try:
        settings = read_settings_if_registered()
        return settings, settings or read_server_settings()
    except ConfigurationError as error:
        raise CommandError(str(error)) from error


def usable_settings() -> Settings:
    """The settings from the environment; every missing or wrong key is named at once."""
    try:
        return read_settings()
    except ConfigurationError as error:
        raise CommandError(str(error)) from error


def log_to_stderr(level: int = logging.INFO) -> None:
    """One line a record, with a fixed message and its fields."""
    logging.basicConfig(
        stream=sys.stderr, level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s", force=True
    )
    for noisy in ("alembic", "dbos", "aiohttp.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
