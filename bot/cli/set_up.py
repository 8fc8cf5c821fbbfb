"""Serving without an App until one is registered: for `obelize serve`, and for the playground that begins afresh."""

import asyncio
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial

from bot.cli.terminal import notes
from bot.forge.registration import registered_app
from bot.kept_app import KeptAppError, can_keep_app, keep_app
from bot.registration.new_app import NewApp, as_environment
from bot.settings import ConfigurationError, ServerSettings, Settings, read_settings
from webhooks.server import serving_on
from webhooks.setup.app import create_setup_app
from webhooks.setup.door import SetupDoor


async def set_up(
    server: ServerSettings,
    door: SetupDoor,
    sockets: Sequence[socket.socket],
    ended: asyncio.Event,
    keep: Callable[[NewApp], Settings],
) -> Settings | None:
    """Serve `/setup` until an App is registered; `keep` makes settings of it, in a thread. Null when ended before.

    Raises ConfigurationError where the App does not fit the other settings.
    """
    loop = asyncio.get_running_loop()
    registered: asyncio.Future[Settings] = loop.create_future()

    def taken(app: NewApp) -> None:
        try:
            settings = keep(app)
        except ConfigurationError as error:
            # The App is kept by now; what does not fit it ends the process, with a sentence.
            loop.call_soon_threadsafe(registered.set_exception, error)
        else:
            loop.call_soon_threadsafe(registered.set_result, settings)

    exchange = partial(registered_app, server.github_api_url, server.github_url)
    app = create_setup_app(server, door, exchange, taken, prints=_prints(server))
    ending = asyncio.ensure_future(ended.wait())
    async with serving_on(app, sockets):
        await asyncio.wait((registered, ending), return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    return registered.result() if registered.done() else None


def keep_or_print(server: ServerSettings, app: NewApp) -> Settings:
    """The App's variables into the data folder; where that cannot be, or is not wanted, onto standard output, once."""
    variables = app.variables(server.github_url, server.github_api_url)
    if server.setup_prints or not _kept(server, variables):
        sys.stdout.write(as_environment(variables))
        sys.stdout.flush()
    return read_settings(variables)


def _kept(server: ServerSettings, variables: dict[str, str]) -> bool:
    try:
        keep_app(server.data, variables)
    except KeptAppError as error:
        notes().print(f"{error}; the App's variables are printed instead, once.")
        return False
    return True


def _prints(server: ServerSettings) -> bool:
    return server.setup_prints or not can_keep_app(server.data)
