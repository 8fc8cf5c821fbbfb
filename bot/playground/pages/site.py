"""The pages and their buttons.

A page allows its own style sheet and nothing else: no script, no image, no frame. A button is a plain form; it is
obeyed only when the browser says that the form came from here, and under a loopback host name only, so that neither
another site nor a name that was made to point here can press it.
"""

import base64
import hashlib
from urllib.parse import urlsplit

from aiohttp import web

from bot.playground.pages.pull_page import pull_page
from bot.playground.people.people import People
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World
from bot.render import render_page, render_text

_LOOPBACK = ("127.0.0.1", "localhost")
_AGAIN = "2"
"""Seconds until a page looks again while a check is not finished."""


class Site:
    """Handlers of everything that a browser asks for."""

    def __init__(self, world: World, people: People) -> None:
        self._world = world
        self._people = people
        self._style = render_text("page/style.css") + render_text("page/playground.css")
        digest = base64.b64encode(hashlib.sha256(self._style.encode()).digest()).decode()
        self._policy = (
            f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self';"
            " base-uri 'none'; frame-ancestors 'none'"
        )

    def add_to(self, app: web.Application) -> None:
        """The pages' addresses, which are GitHub's."""
        pull = "/{owner}/{repo}/pull/{number:[0-9]+}"
        app.router.add_get("/", self.index)
        app.router.add_get(pull, self.pull)
        app.router.add_get("/{owner}/{repo}/runs/{run_id:[0-9]+}", self.run)
        app.router.add_post(pull + "/rerun/{run_id:[0-9]+}", self.rerun)
        app.router.add_post(pull + "/close", self.close)
        app.router.add_post(pull + "/reopen", self.reopen)

    async def index(self, request: web.Request) -> web.Response:
        """Repositories and their pull requests."""
        _require_loopback(request)
        listed = [
            (repository, self._world.pulls.of(repository)[::-1])
            for repository in self._world.repositories.by_id.values()
            if repository.fork_of is None
        ]
        return self._page("page/playground_index.html.j2", repositories=listed)

    async def pull(self, request: web.Request) -> web.Response:
        """One pull request; looks again by itself while a check is not finished."""
        _require_loopback(request)
        shown = await pull_page(self._pull(request), self._world)
        headers = {"Refresh": _AGAIN} if shown.waiting else {}
        return self._page("page/playground_pull.html.j2", headers, page=shown, world=self._world)

    async def run(self, request: web.Request) -> web.Response:
        """A check run's own address leads to its place on the pull request."""
        _require_loopback(request)
        run = self._world.checks.runs.get(int(request.match_info["run_id"]))
        if run is None or run.suite.repository is not self._repository(request):
            raise web.HTTPNotFound
        for pull in self._world.pulls.of(run.suite.repository):
            if run.suite.head_sha in pull.heads:
                raise web.HTTPFound(f"{_address(pull)}#run-{run.id}")
        raise web.HTTPNotFound

    async def rerun(self, request: web.Request) -> web.Response:
        """The button "Re-run"."""
        _require_same_origin(request)
        pull = self._pull(request)
        run = self._world.checks.runs.get(int(request.match_info["run_id"]))
        if run is None or run.suite.repository is not pull.repository:
            raise web.HTTPNotFound
        await self._people.rerun(run)
        raise web.HTTPSeeOther(f"{_address(pull)}#checks")

    async def close(self, request: web.Request) -> web.Response:
        """The button "Close pull request"."""
        _require_same_origin(request)
        pull = self._pull(request)
        if pull.state == "open":
            await self._people.close(pull)
        raise web.HTTPSeeOther(_address(pull))

    async def reopen(self, request: web.Request) -> web.Response:
        """The button "Reopen pull request"."""
        _require_same_origin(request)
        pull = self._pull(request)
        if pull.state == "closed":
            await self._people.reopen(pull)
        raise web.HTTPSeeOther(_address(pull))

    def _page(self, template: str, headers: dict[str, str] | None = None, **values: object) -> web.Response:
        html = render_page(template, style=self._style, **values)
        guards = {
            "Content-Security-Policy": self._policy,
            "X-Content-Type-Options": "nosniff",
            # Not "no-referrer": that turns the Origin of our own forms into "null", which the buttons refuse.
            "Referrer-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
        return web.Response(text=html, content_type="text/html", headers={**guards, **(headers or {})})

    def _repository(self, request: web.Request) -> Repository:
        full_name = f"{request.match_info['owner']}/{request.match_info['repo']}"
        found = self._world.repositories.named(full_name) or self._world.repositories.formerly_named(full_name)
        if found is None:
            raise web.HTTPNotFound
        return found

    def _pull(self, request: web.Request) -> PullRequest:
        found = self._world.pulls.numbered(self._repository(request), int(request.match_info["number"]))
        if found is None:
            raise web.HTTPNotFound
        return found


def _address(pull: PullRequest) -> str:
    return f"/{pull.repository.full_name}/pull/{pull.number}"


def _require_loopback(request: web.Request) -> None:
    if urlsplit(f"//{request.host}").hostname not in _LOOPBACK:
        raise web.HTTPForbidden(text="This page is shown under a loopback name only.\n")


def _require_same_origin(request: web.Request) -> None:
    _require_loopback(request)
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if origin != f"{request.scheme}://{request.host}" or site != "same-origin":
        raise web.HTTPForbidden(text="This button works on the playground's own page only.\n")
