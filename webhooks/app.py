"""The aiohttp application: which address is answered by what, and what is open while it runs."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from aiohttp import web

from bot.settings import Settings
from bot.workflows.services import MakeWorkflow, Services, open_services
from webhooks import receiver
from webhooks.access import Access
from webhooks.body import BodyReader
from webhooks.events.handlers import decide
from webhooks.headers import add_headers
from webhooks.health import Readiness, healthz
from webhooks.pages.found_runs import FoundRuns
from webhooks.pages.repository import RepositoryPages
from webhooks.pages.run import RunPages
from webhooks.pages.run_parts import RunParts
from webhooks.pages.shell import Shell
from webhooks.pages.start import StartPage
from webhooks.receiver import Receiver

SERVICES = web.AppKey("services", Services)
"""What is open, for whoever adds a page or a background task."""

_RECEIVER = web.AppKey("receiver", Receiver)
_READINESS = web.AppKey("readiness", Readiness)
_RUN_PAGES = web.AppKey("run_pages", RunPages)
_RUN_PARTS = web.AppKey("run_parts", RunParts)
_REPOSITORIES = web.AppKey("repositories", RepositoryPages)
_START_PAGE = web.AppKey("start_page", StartPage)

T = TypeVar("T")


def create_app(
    settings: Settings,
    workflows: Sequence[MakeWorkflow] = (),
    bodies: BodyReader | None = None,
    poll_seconds: float = 0.25,
) -> web.Application:
    """The application for these settings; `workflows` make those that deliveries enqueue (`run_head`).

    `poll_seconds` is how often the queues are asked for work. Starting raises `StoreError` when nothing can be kept.
    """
    app = web.Application()
    app.on_response_prepare.append(add_headers)
    deciding = partial(decide, app_id=settings.app_id)

    async def opened(app: web.Application) -> AsyncIterator[None]:
        async with open_services(settings, deciding, workflows, poll_seconds=poll_seconds) as services:
            _assemble(app, services, bodies or BodyReader())
            yield

    app.cleanup_ctx.append(opened)
    _add_routes(app)
    return app


def _assemble(app: web.Application, services: Services, bodies: BodyReader) -> None:
    settings, shell = services.settings, Shell()
    access = Access(settings, services.links)
    app[SERVICES] = services
    app[_RECEIVER] = Receiver(settings.webhook_secret, services.intake, bodies, services.now)
    app[_READINESS] = Readiness(
        {
            "database": services.database.check,
            "storage": services.artifacts.check,
            "worker": lambda: services.runtime.works and services.intake.works,
        }
    )
    found = FoundRuns(settings, access, services.database, shell)
    app[_RUN_PAGES] = RunPages(found, services.artifacts, shell)
    app[_RUN_PARTS] = RunParts(found, services.artifacts, shell)
    app[_REPOSITORIES] = RepositoryPages(settings, access, services.database, shell)
    app[_START_PAGE] = StartPage(shell, settings.public_url)


def _add_routes(app: web.Application) -> None:
    routes = app.router
    routes.add_get("/", _of(_START_PAGE, StartPage.start))
    routes.add_route("*", receiver.PATH, _of(_RECEIVER, Receiver.receive))
    routes.add_get("/healthz", healthz)
    routes.add_get("/readyz", _of(_READINESS, Readiness.readyz))
    routes.add_get("/repositories/{repository_id}", _of(_REPOSITORIES, RepositoryPages.page))
    routes.add_get("/runs/{run_id}", _of(_RUN_PAGES, RunPages.page))
    routes.add_get("/runs/{run_id}/places", _of(_RUN_PARTS, RunParts.places))
    routes.add_get("/runs/{run_id}/changes", _of(_RUN_PARTS, RunParts.changes))
    routes.add_get("/runs/{run_id}/questions", _of(_RUN_PARTS, RunParts.questions))
    routes.add_get("/runs/{run_id}/archive", _of(_RUN_PAGES, RunPages.archive))
    routes.add_get("/runs/{run_id}/files/{path:.+}", _of(_RUN_PAGES, RunPages.file))


def _of(
    key: web.AppKey[T], method: Callable[[T, web.Request], Awaitable[web.Response]]
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler that is a method of something which is there only once the application runs."""

    async def handler(request: web.Request) -> web.Response:
        return await method(request.app[key], request)

    return handler
