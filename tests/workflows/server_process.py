"""The server as a process of its own, to be killed: `python -m tests.workflows.server_process FOLDER PORT`.

Its run has three steps, each of which writes a line into FOLDER/steps when it begins. While the file FOLDER/die is
there, the process kills itself in the middle of the second.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from aiohttp import web
from dbos import DBOS

from bot.settings import Settings
from bot.workflows.enqueue import RUN_HEAD
from bot.workflows.runtime import Workflow
from bot.workflows.services import Part, Services
from tests.webhooks.serving import POLL_SECONDS, settings_in
from webhooks.app import create_app
from webhooks.server import serving, signalled


def run_with_steps(services: Services) -> Workflow:
    """The workflow."""
    folder = services.settings.data

    async def step(name: str, key: str) -> str:
        with (folder / "steps").open("a") as file:
            file.write(f"{name} {key}\n")
        if name == "second" and (folder / "die").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        return f"{name} done"

    async def run_head(repository_id: int, pull: int, head_sha: str, attempt: int) -> list[str]:
        key = f"{repository_id}/{pull}/{head_sha}/{attempt}"
        return [await DBOS.run_step_async({"name": name}, step, name, key) for name in ("first", "second", "third")]

    return Workflow(RUN_HEAD, run_head)


def main(folder: Path, port: int) -> None:
    """Serve until killed."""
    settings = settings_in(folder, PORT=port)
    app = create_app(settings, [run_with_steps], part=Part(poll=POLL_SECONDS))
    asyncio.run(_serve(app, settings))


async def _serve(app: web.Application, settings: Settings) -> None:
    async with serving(app, settings.host, settings.port):
        await signalled().wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
