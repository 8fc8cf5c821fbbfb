"""`obelize serve` and `obelize worker`: the long-running processes."""

import asyncio
import logging
import signal
import sys

from bot.cli.bot_application import bot_application
from bot.cli.errors import CommandError
from bot.cli.terminal import notes
from bot.forge.errors import KeyUnusable
from bot.settings import ConfigurationError, Settings, read_settings
from bot.store.database import StoreError
from bot.vocabulary import ExitCode
from webhooks.server import serve_until_signalled


def serve_command() -> ExitCode:
    """Serve until interrupted."""
    settings = usable_settings()
    log_to_stderr()
    try:
        asyncio.run(_serve(settings))
    except StoreError as error:
        raise CommandError(f"The database or the artifacts cannot be used: {error}.", ExitCode.UNEXPECTED) from error
    except KeyUnusable as error:
        raise CommandError("The App's private key cannot be used to sign.") from error
    except OSError as error:
        raise CommandError(f"{settings.host}:{settings.port} cannot be listened on: {error.strerror}.") from error
    return ExitCode.DONE


async def _serve(settings: Settings) -> None:
    async with bot_application(settings) as app:
        notes().print(f"Obelize listens on {settings.host}:{settings.port}, reached at {settings.public_url}")
        await serve_until_signalled(app, settings.host, settings.port)


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
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await ended.wait()


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
