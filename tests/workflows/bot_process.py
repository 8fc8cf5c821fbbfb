"""The whole bot as a process of its own, to be killed: `python -m tests.workflows.bot_process [web|worker]`.

Its settings come from the environment, as those of `obelize serve` do; only its waits are shorter.
OBELIZE_TEST_SWEEP in the environment is how many seconds lie between two sweeps, and between two attempts;
OBELIZE_TEST_POLL how many between two looks into a queue.
With OBELIZE_TEST_FORGETS=1 in the environment it never finds what an earlier try left: the tests show that they notice.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Any

from bot.cli.bot_application import Tempo, bot_application, bot_worker, receiving_application
from bot.cli.serve import log_to_stderr
from bot.forge.check_runs import CheckRuns
from bot.forge.comments import StandingComments
from bot.models.forge import CheckIdentity, CheckRunState
from bot.settings import read_settings
from bot.workflows.heartbeat import Pulse
from webhooks.server import serving, signalled

SWEEP = os.environ.get("OBELIZE_TEST_SWEEP")
HURRY = Tempo(
    spacing=0.0,
    poll=float(os.environ.get("OBELIZE_TEST_POLL", "0.02")),
    sweep=float(SWEEP or 0.5),
    patience=float(SWEEP or 0.1),
    pulse=Pulse(beat=0.2, silence=4.0),
)


async def _no_check(_: CheckRuns, identity: CheckIdentity, known_id: int | None) -> tuple[CheckRunState, ...]:
    return ()


async def _no_comment(_: StandingComments, number: int, marker: str) -> Mapping[str, Any] | None:
    return None


async def _serve(part: str) -> None:
    settings = read_settings()
    ended = signalled()
    if part == "web":
        async with serving(receiving_application(settings), settings.host, settings.port):
            await ended.wait()
    elif part == "worker":
        async with bot_worker(settings, HURRY):
            await ended.wait()
    else:
        async with bot_application(settings, HURRY) as app, serving(app, settings.host, settings.port):
            await ended.wait()


if __name__ == "__main__":
    log_to_stderr()
    if os.environ.get("OBELIZE_TEST_FORGETS"):
        CheckRuns._standing = _no_check  # type: ignore[method-assign, assignment]
        StandingComments._find = _no_comment  # type: ignore[method-assign, assignment]
    asyncio.run(_serve("".join(sys.argv[1:])))
    sys.exit(0)
