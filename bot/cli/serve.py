"""`obelize serve` and `obelize worker`: the long-running processes."""

import asyncio
import logging
import socket
import sys
from collections.abc import Sequence
from functools import partial

from bot.cli.bot_application import bot_application
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
    try:
        asyncio.run(_serve(settings, server))
    except StoreError as error:
        raise CommandError(f"The database or the artifacts cannot be used: {error}.", ExitCode.UNEXPECTED) from error
    except KeyUnusable as error:
        raise CommandError("The App's private key cannot be used to sign.") from error
    except ConfigurationError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{server.host}:{server.port} cannot be listened on: {error.strerror}.") from error
    return ExitCode.DONE


async def _serve(settings: Settings | None, server: ServerSettings) -> None:
    ended, door = signalled(), SetupDoor(server)
    with listening(server.host, server.port) as sockets:
        if settings is None:
            notes().print(f"No App is configured. Register one at {door.address('/setup')}")
            settings = await set_up(server, door, sockets, ended, partial(keep_or_print, server))
        if settings is not None:
            await _work(settings, door, sockets, ended)


async def _work(settings: Settings, door: SetupDoor, sockets: Sequence[socket.socket], ended: asyncio.Event) -> None:
    async with bot_application(settings, door=door) as app, serving_on(app, sockets):
        notes().print(f"Obelize listens on {settings.host}:{settings.port}, reached at {settings.public_url}")
        notes().print(f"How it stands: {door.address('/setup/status')}")
        await ended.wait()


def worker_command() -> ExitCode:
    """On SQLite one process does all the work, and that is the server: say so, and wait to be ended."""
    settings = usable_settings()
    if not settings.database_address.get_secret_value().startswith("sqlite"):
        raise CommandError(
            "Work in a process of its own is not built yet: on PostgreSQL too, `obelize serve` does the work itself."
        )
    notes().print("The database is SQLite, so `obelize serve` does the work itself; this process only waits.")
    asyncio.run(_until_signalled())
    return ExitCode.DONE


async def _until_signalled() -> None:
    await signalled().wait()


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
