"""The whole bot: receiver, pages, workflows, GitHub client and sweep, as one web application or shared out."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web

from bot.forge.forge import Forge
from bot.models.struct import Frozen
from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from bot.settings import Settings
from bot.workflows.acting import Acting
from bot.workflows.analysis import Analysis
from bot.workflows.branch_scan import BranchWork, scan_branch_workflow
from bot.workflows.clean_up import clean_up_workflow
from bot.workflows.command import command_workflow
from bot.workflows.command_work import CommandWork
from bot.workflows.forgetting import forget_workflow
from bot.workflows.heartbeat import PULSE, Pulse
from bot.workflows.run_head import run_head_workflow
from bot.workflows.run_work import RunWork
from bot.workflows.runtime import Workflow
from bot.workflows.saying_again import SayingAgain, say_again_workflow
from bot.workflows.services import MakeWorkflow, Part, Services, open_services
from bot.workflows.sweep import SWEEP_SECONDS, Sweep
from bot.workflows.verdicts import Verdicts, verify_commit_workflow
from webhooks.app import SERVICES, create_app
from webhooks.events.handlers import decide
from webhooks.server import serving
from webhooks.setup.door import SetupDoor
from webhooks.watching import watching_application


class Tempo(Frozen):
    """Waits in seconds; the playground and the tests are in more of a hurry than GitHub allows.

    `spacing` lies between two writes of one installation, `poll` between two looks into the queues, `sweep` between two
    sweeps; `patience` is how long a run that broke waits for its next attempt, times the number of the attempt.
    `pulse` is that of processes which share a database.
    """

    spacing: float = 1.0
    poll: float = 0.25
    sweep: float = SWEEP_SECONDS
    patience: float = 300.0
    pulse: Pulse = PULSE


@asynccontextmanager
async def bot_application(
    settings: Settings, tempo: Tempo | None = None, door: SetupDoor | None = None
) -> AsyncIterator[web.Application]:
    """The application that does everything, ready to be served; the client to GitHub is open while the block runs.

    By the door somebody comes to the page that says how it stands; without one, from this machine alone.
    """
    tempo = tempo or Tempo()
    async with _forge(settings, tempo) as forge:
        app = create_app(settings, _workflows(forge), part=Part(poll=tempo.poll, pulse=tempo.pulse), door=door)

        async def sweeping(app: web.Application) -> AsyncIterator[None]:
            async with _sweeping(app[SERVICES], forge, tempo):
                yield

        app.cleanup_ctx.append(sweeping)
        yield app


def receiving_application(settings: Settings, door: SetupDoor | None = None) -> web.Application:
    """The application that takes deliveries and shows pages; what is to be done, others do."""
    return create_app(settings, part=Part(works=False), door=door)


@asynccontextmanager
async def bot_worker(settings: Settings, tempo: Tempo | None = None) -> AsyncIterator[None]:
    """What others have taken is carried out while the block runs; how it stands is told where a port is set."""
    tempo = tempo or Tempo()
    part = Part(receives=False, poll=tempo.poll, pulse=tempo.pulse)
    deciding = partial(decide, app_id=settings.app_id)
    async with (
        _forge(settings, tempo) as forge,
        open_services(settings, deciding, _workflows(forge), part=part) as services,
        _sweeping(services, forge, tempo),
        _watched(settings, services),
    ):
        yield


@asynccontextmanager
async def _watched(settings: Settings, services: Services) -> AsyncIterator[None]:
    if settings.metrics_port is None:
        yield
        return
    async with serving(watching_application(settings, services), settings.metrics_host, settings.metrics_port):
        yield


def _forge(settings: Settings, tempo: Tempo) -> Forge:
    return Forge(
        app_id=str(settings.app_id),
        private_key=settings.private_key.get_secret_value(),
        api_url=settings.github_api_url,
        web_url=settings.github_url,
        spacing=tempo.spacing,
    )


def _workflows(forge: Forge) -> list[MakeWorkflow]:
    """Those that deliveries enqueue, each made once the services are open."""
    packs = bundled_packs(parameter_models())

    def run_head(services: Services) -> Workflow:
        return run_head_workflow(RunWork(services, forge, Analysis(packs, services.artifacts)))

    def scan_branch(services: Services) -> Workflow:
        return scan_branch_workflow(BranchWork(services, forge, packs))

    def verify_commit(services: Services) -> Workflow:
        return verify_commit_workflow(Verdicts(services, forge))

    def carry_out_command(services: Services) -> Workflow:
        return command_workflow(CommandWork(services, forge, Acting(services, forge, packs), packs))

    def clean_up(services: Services) -> Workflow:
        return clean_up_workflow(services, forge)

    def say_again(services: Services) -> Workflow:
        return say_again_workflow(SayingAgain(services, forge))

    return [run_head, scan_branch, verify_commit, carry_out_command, say_again, forget_workflow, clean_up]


@asynccontextmanager
async def _sweeping(services: Services, forge: Forge, tempo: Tempo) -> AsyncIterator[None]:
    sweep = Sweep(services, forge, dt.timedelta(seconds=tempo.patience))
    task = asyncio.create_task(sweep.forever(tempo.sweep))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
