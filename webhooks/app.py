"""The aiohttp application: which address is answered by what, and what is open while it runs."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TypeVar

from aiohttp import web

from bot.doctor.diagnoses import diagnoses
from bot.doctor.gathering import gathered
from bot.forge.sign_in import SignIn
from bot.models.health import Diagnosis
from bot.settings import Settings
from bot.store.keys import kept_key
from bot.workflows.services import EVERYTHING, MakeWorkflow, Part, Services, open_services
from bot.workflows.standing_now import standing_now
from webhooks import metrics, receiver
from webhooks.access import Access
from webhooks.at_home import AtHome
from webhooks.body import BodyReader
from webhooks.events.handlers import decide
from webhooks.gate import Gate
from webhooks.headers import headers_for
from webhooks.health import Readiness, healthz
from webhooks.metrics import MetricsPage
from webhooks.pages import installed
from webhooks.pages.badge import BadgePictures
from webhooks.pages.found_runs import FoundRuns
from webhooks.pages.installation import InstallationPages
from webhooks.pages.installed import InstalledPage
from webhooks.pages.instead import pages_instead
from webhooks.pages.repository import RepositoryPages
from webhooks.pages.run import RunPages
from webhooks.pages.run_parts import RunParts
from webhooks.pages.shell import Shell
from webhooks.pages.start import StartPage
from webhooks.receiver import Receiver
from webhooks.setup import pages as setup
from webhooks.setup import status
from webhooks.setup.door import SetupDoor
from webhooks.setup.entrance import Entrance
from webhooks.setup.status import StatusPage
from webhooks.signing_in.attempts import Attempts
from webhooks.signing_in.pace import SignInPace
from webhooks.signing_in.pages import CALLBACK, SignInPages
from webhooks.signing_in.sealed import SealedCookies
from webhooks.signing_in.session import Sessions

SERVICES = web.AppKey("services", Services)
"""What is open, for whoever adds a page or a background task."""

_RECEIVER = web.AppKey("receiver", Receiver)
_READINESS = web.AppKey("readiness", Readiness)
_METRICS = web.AppKey("metrics", MetricsPage)
_RUN_PAGES = web.AppKey("run_pages", RunPages)
_RUN_PARTS = web.AppKey("run_parts", RunParts)
_REPOSITORIES = web.AppKey("repositories", RepositoryPages)
_INSTALLATIONS = web.AppKey("installations", InstallationPages)
_BADGES = web.AppKey("badges", BadgePictures)
_START_PAGE = web.AppKey("start_page", StartPage)
_SIGN_IN = web.AppKey("sign_in", SignInPages)
_INSTALLED = web.AppKey("installed", InstalledPage)

T = TypeVar("T")


def create_app(
    settings: Settings,
    workflows: Sequence[MakeWorkflow] = (),
    bodies: BodyReader | None = None,
    part: Part = EVERYTHING,
    door: SetupDoor | None = None,
) -> web.Application:
    """The application for these settings; `workflows` make those that deliveries enqueue (`run_head`).

    `part` says whether they are carried out in this process. By the door the operator comes to the page that says how
    everything is; without one, from this machine alone. Starting raises `StoreError` when nothing can be kept.
    """
    app = web.Application(middlewares=[pages_instead(Shell())])
    app.on_response_prepare.append(headers_for(https=settings.public_parts.scheme == "https"))
    deciding = partial(decide, app_id=settings.app_id)

    async def opened(app: web.Application) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            opening = open_services(settings, deciding, workflows, part=part)
            services = await stack.enter_async_context(opening)
            sign_in = _sign_in(settings)
            if sign_in is not None:
                await stack.enter_async_context(sign_in)
            _assemble(app, services, bodies or BodyReader(), sign_in)
            yield

    app.cleanup_ctx.append(opened)
    _add_routes(app)
    _add_status(app, settings, door or SetupDoor(settings))
    return app


def _sign_in(settings: Settings) -> SignIn | None:
    """GitHub's web flow, where the App's client id and secret are set."""
    if settings.client_id is None or settings.client_secret is None:
        return None
    return SignIn(
        client_id=settings.client_id,
        client_secret=settings.client_secret.get_secret_value(),
        api_url=settings.github_api_url,
        web_url=settings.github_url,
    )


def _add_status(app: web.Application, settings: Settings, door: SetupDoor) -> None:
    async def examine() -> Sequence[Diagnosis]:
        return diagnoses(await gathered(settings))

    shell = Shell()
    app.router.add_get(status.PATH, Entrance(door, shell).before(StatusPage(shell, examine).page))


def _assemble(app: web.Application, services: Services, bodies: BodyReader, sign_in: SignIn | None) -> None:
    settings, shell = services.settings, Shell()
    key = kept_key(settings.data / "session.key")
    cookies = SealedCookies(key, https=settings.public_parts.scheme == "https", now=services.now)
    sessions = Sessions(cookies)
    access = Access(settings, services.links, sessions, services.database, services.now)
    gate = Gate(settings, shell)
    app[SERVICES] = services
    app[_RECEIVER] = Receiver(settings.webhook_secret, services.intake, bodies, services.now)
    app[_READINESS] = Readiness.of(services)
    app[_METRICS] = MetricsPage(settings.metrics_token, AtHome(settings).holds, partial(standing_now, services))
    found = FoundRuns(settings, access, gate, services.database, shell)
    app[_RUN_PAGES] = RunPages(found, services.artifacts, shell)
    app[_RUN_PARTS] = RunParts(found, services.artifacts, shell)
    app[_REPOSITORIES] = RepositoryPages(settings, access, gate, services.database, services.links, shell)
    app[_INSTALLATIONS] = InstallationPages(access, gate, services.database, shell)
    app[_BADGES] = BadgePictures(access, services.database)
    app[_START_PAGE] = StartPage(shell, sessions, settings.public_url)
    app[_SIGN_IN] = SignInPages(
        settings,
        sign_in,
        sessions,
        Attempts(cookies),
        SignInPace(settings.proxies),
        services.database,
        shell,
        services.now,
    )
    app[_INSTALLED] = InstalledPage(settings, access, shell)


def _add_routes(app: web.Application) -> None:
    routes = app.router
    routes.add_get("/", _of(_START_PAGE, StartPage.start))
    routes.add_get(setup.PATH, _of(_START_PAGE, StartPage.set_up))
    routes.add_get(installed.PATH, _of(_INSTALLED, InstalledPage.page))
    routes.add_route("*", receiver.PATH, _of(_RECEIVER, Receiver.receive))
    routes.add_get("/healthz", healthz)
    routes.add_get("/readyz", _of(_READINESS, Readiness.readyz))
    routes.add_get(metrics.PATH, _of(_METRICS, MetricsPage.page))
    routes.add_get("/login", _of(_SIGN_IN, SignInPages.login))
    routes.add_get(CALLBACK, _of(_SIGN_IN, SignInPages.callback))
    routes.add_post("/logout", _of(_SIGN_IN, SignInPages.logout))
    routes.add_get("/installations/{installation_id}", _of(_INSTALLATIONS, InstallationPages.page))
    routes.add_get("/repositories/{repository_id}", _of(_REPOSITORIES, RepositoryPages.page))
    routes.add_get("/repositories/{repository_id}/badge.svg", _of(_BADGES, BadgePictures.picture))
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
