"""The whole bot as a process of its own, to be killed: `python -m tests.workflows.bot_process`.

Its settings come from the environment, as those of `obelize serve` do; only its waits are shorter.
With OBELIZE_TEST_FORGETS=1 in the environment it never finds what an earlier try left: the tests show that they notice.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Any

from bot.cli.bot_application import Tempo, bot_application
from bot.cli.serve import log_to_stderr
from bot.forge.check_runs import CheckRuns
from bot.forge.comments import StandingComments
from bot.models.forge import CheckIdentity, CheckRunState
from bot.settings import read_settings
from webhooks.server import serving, signalled

HURRY = Tempo(spacing=0.0, poll=0.02, sweep=0.5, patience=0.1)


async def _no_check(_: CheckRuns, identity: CheckIdentity, known_id: int | None) -> tuple[CheckRunState, ...]:
    return ()


async def _no_comment(_: StandingComments, number: int, marker: str) -> Mapping[str, Any] | None:
    return None


async def _serve() -> None:
    settings = read_settings()
    async with bot_application(settings, HURRY) as app, serving(app, settings.host, settings.port):
        await signalled().wait()


if __name__ == "__main__":
    log_to_stderr()
    if os.environ.get("OBELIZE_TEST_FORGETS"):
        CheckRuns._standing = _no_check  # type: ignore[method-assign, assignment]
        StandingComments._find = _no_comment  # type: ignore[method-assign, assignment]
    asyncio.run(_serve())
    sys.exit(0)
