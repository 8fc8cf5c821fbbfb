"""The pages. A page allows its own style sheet and nothing else: no script, no image, no frame."""

import base64
import hashlib
import re

from aiohttp import web

from bot.playground.pages.addresses import Addressed
from bot.playground.pages.app_pages import AppPages
from bot.playground.pages.authorize import AuthorizePage
from bot.playground.pages.buttons import Buttons, require_loopback
from bot.playground.pages.conversation import is_answer_expected, shown_comments
from bot.playground.pages.markdown import render_markdown
from bot.playground.pages.pull_page import pull_page
from bot.playground.people.collaborators import ROLES
from bot.playground.people.people import People
from bot.playground.world.world import World
from bot.render import render_page, render_text

_AGAIN = 2
"""Seconds until a page looks again while the bot is at work."""
_PLACE = re.compile(r"[a-z]+(?:-[0-9]+)?")


class Site:
    """Handlers of everything that a browser asks for."""

    def __init__(self, world: World, people: People) -> None:
        self._world = world
        self._addressed = Addressed(world)
        self._buttons = Buttons(world, people)
        self._authorize = AuthorizePage(world, people, self._page)
        self._apps = AppPages(world, people, self._page)
        self._style = render_text("page/style.css") + render_text("page/playground.css")
        digest = base64.b64encode(hashlib.sha256(self._style.encode()).digest()).decode()
        self._policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"

    def add_to(self, app: web.Application) -> None:
        """The pages' addresses, which are GitHub's, and the forms on them."""
        app.router.add_get("/", self.index)
        app.router.add_get("/{owner}/{repo}", self.repository)
        app.router.add_get("/{owner}/{repo}/pull/{number:[0-9]+}", self.pull)
        app.router.add_get("/{owner}/{repo}/issues/{number:[0-9]+}", self.issue)
        app.router.add_get("/{owner}/{repo}/runs/{run_id:[0-9]+}", self.run)
        self._buttons.add_to(app)
        self._authorize.add_to(app)
        self._apps.add_to(app)

    async def index(self, request: web.Request) -> web.Response:
        """Repositories, their pull requests and issues."""
        require_loopback(request)
        listed = [
            (repository, self._world.pulls.of(repository)[::-1], self._world.issues.of(repository)[::-1])
            for repository in self._world.repositories.by_id.values()
            if repository.fork_of is None
        ]
        return self._page("page/playground_index.html.j2", repositories=listed, people=ROLES, world=self._world)

    async def repository(self, request: web.Request) -> web.Response:
        """A repository's own address leads to the list, which holds all that there is of it."""
        require_loopback(request)
        self._addressed.repository(request)
        raise web.HTTPFound("/")

    async def pull(self, request: web.Request) -> web.Response:
        """One pull request; looks again by itself while the bot is at work, unless somebody writes (`?stay=1`)."""
        require_loopback(request)
        shown = await pull_page(self._addressed.pull(request), self._world)
        return self._watched("page/playground_pull.html.j2", request, page=shown, waiting=shown.waiting)

    async def issue(self, request: web.Request) -> web.Response:
        """One issue that is no pull request; looks again like one."""
        require_loopback(request)
        issue = self._addressed.issue(request)
        return self._watched(
            "page/playground_issue.html.j2",
            request,
            issue=issue,
            body=render_markdown(issue.body or ""),
            comments=shown_comments(issue, self._world),
            waiting=is_answer_expected(issue, self._world),
        )

    async def run(self, request: web.Request) -> web.Response:
        """A check run's own address leads to its place on the pull request."""
        require_loopback(request)
        run = self._addressed.run(request)
        for pull in self._world.pulls.of(run.suite.repository):
            if run.suite.head_sha in pull.heads:
                raise web.HTTPFound(f"/{pull.repository.full_name}/pull/{pull.number}#run-{run.id}")
        raise web.HTTPNotFound

    def _watched(self, template: str, request: web.Request, *, waiting: bool, **values: object) -> web.Response:
        looks_again = waiting and "stay" not in request.query
        headers = {"Refresh": f"{_AGAIN}; url={_again(request)}"} if looks_again else {}
        return self._page(template, headers, "", people=ROLES, looks_again=looks_again, **values)

    def _page(
        self, template: str, headers: dict[str, str] | None = None, forms_to: str = "", **values: object
    ) -> web.Response:
        """`forms_to` are the origins to which the answer to a form may send the browser on."""
        html = render_page(template, style=self._style, **values)
        guards = {
            "Content-Security-Policy": f"{self._policy}; form-action 'self' {forms_to}".rstrip(),
            "X-Content-Type-Options": "nosniff",
            # Not "no-referrer": that turns the Origin of our own forms into "null", which the buttons refuse.
            "Referrer-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
        return web.Response(text=html, content_type="text/html", headers={**guards, **(headers or {})})


def _again(request: web.Request) -> str:
    """Where to look again: at the same place, which the browser does not tell, so `at` does.

    To an address that differs in nothing but its fragment a browser only scrolls; `again` makes it another one.
    """
    place = request.query.get("at", "")
    if not _PLACE.fullmatch(place):
        return request.rel_url.raw_path
    turn = "2" if request.query.get("again") == "1" else "1"
    return f"{request.rel_url.raw_path}?at={place}&again={turn}#{place}"
