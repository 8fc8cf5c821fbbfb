"""`obelize playground --fresh`: nothing is configured, and somebody registers and installs the App on the pages."""

import json
import sys
import tempfile
from pathlib import Path

from bot.cli.bot_application import Tempo, bot_application
from bot.cli.playground import IN_A_HURRY, run_in_playground, server_values
from bot.cli.set_up import set_up
from bot.cli.terminal import notes, output
from bot.kept_app import keep_app
from bot.playground.running import RunningPlayground, running_playground
from bot.registration.new_app import NewApp
from bot.settings import ServerSettings, Settings, given_settings
from bot.vocabulary import ExitCode
from webhooks.server import listening, serving_on, signalled
from webhooks.setup.door import SetupDoor
from webhooks.setup.pages import PATH

_TEMPO = Tempo(spacing=0.0, poll=0.05, sweep=5.0)
"""Pull requests that were open before the App was installed are found by the sweep."""


def fresh_playground_command(
    repository: Path | None, base: str | None, head: str | None, port: int, *, as_json: bool
) -> ExitCode:
    """Serve until interrupted."""
    run_in_playground(_run(repository, base or "main", head or "", port, as_json=as_json), repository, port)
    return ExitCode.DONE


async def _run(repository: Path | None, base: str, head: str, port: int, *, as_json: bool) -> None:
    async with running_playground(repository, base, head, port, fresh=True) as running:
        with tempfile.TemporaryDirectory(prefix="obelize-playground-") as data:
            values = server_values(running, Path(data))
            server, ended = ServerSettings.model_validate(values), signalled()

            def keep(app: NewApp) -> Settings:
                variables = app.variables(server.github_url, server.github_api_url)
                keep_app(server.data, variables)
                return given_settings({**values, **variables, **IN_A_HURRY})

            door = SetupDoor(server)
            running.playground.world.begin_at = door.address(PATH)
            with listening(server.host, server.port) as sockets:
                _print_beginning(running, door.address(PATH), as_json=as_json)
                settings = await set_up(server, door, sockets, ended, keep)
                if settings is not None:
                    async with bot_application(settings, _TEMPO, door) as app, serving_on(app, sockets):
                        await ended.wait()


def _print_beginning(running: RunningPlayground, setup: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps({"setup": setup, "pull_request": running.page}) + "\n")
        sys.stdout.flush()
    else:
        output().print(f"Begin here:   {setup}", style="bold")
        output().print(f"Pull request: {running.page}")
        notes().print("Everything runs on this machine and is gone when you press Ctrl-C.")
