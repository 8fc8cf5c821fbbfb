"""What the forms of the pages do: what people do on GitHub, as one of the three who are there.

A form is obeyed only when the browser says that it came from here, and under a loopback host name only, so that neither
another site nor a name that was made to point here can press it.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from aiohttp import web

from bot.playground.pages.addresses import Addressed
from bot.playground.people.collaborators import ROLES
from bot.playground.people.people import People
from bot.playground.people.reviews import CannotApplyError
from bot.playground.world.accounts import Account
from bot.playground.world.issues import Conversation
from bot.playground.world.pulls import PullRequest
from bot.playground.world.world import World

_LOOPBACK = ("127.0.0.1", "localhost")
_LONGEST = 65_536
Form = Mapping[str, object]


class Buttons:
    """Handlers of every form."""

    def __init__(self, world: World, people: People) -> None:
        self._addressed = Addressed(world)
        self._people = people
        self._world = world

    def add_to(self, app: web.Application) -> None:
        """The forms' addresses, below the pull request's."""
        pull = "/{owner}/{repo}/pull/{number:[0-9]+}"
        app.router.add_post(pull + "/rerun/{run_id:[0-9]+}", self.rerun)
        app.router.add_post(pull + "/click/{run_id:[0-9]+}", self.click)
        app.router.add_post(pull + "/close", self.close)
        app.router.add_post(pull + "/reopen", self.reopen)
        app.router.add_post(pull + "/comment", self.comment)
        app.router.add_post("/{owner}/{repo}/issues", self.open_issue)
        app.router.add_post("/{owner}/{repo}/issues/{number:[0-9]+}/comment", self.comment_on_issue)
        app.router.add_post(pull + "/reply/{thread_id:[0-9]+}", self.reply)
        app.router.add_post(pull + "/apply/{comment_id:[0-9]+}", self.apply)

    async def rerun(self, request: web.Request) -> web.Response:
        """The button "Re-run"."""
        pull = self._pressed(request)
        await self._people.rerun(self._addressed.run(request))
        raise _back(pull, "checks")

    async def click(self, request: web.Request) -> web.Response:
        """A button of the App's own under its check."""
        pull, run = self._pressed(request), self._addressed.run(request)
        form = await request.post()
        try:
            await self._people.click(run, _text(form, "identifier"), self._person(form))
        except LookupError as error:
            raise web.HTTPNotFound(text=f"{error}\n") from error
        raise _back(pull, "checks")

    async def close(self, request: web.Request) -> web.Response:
        """The button "Close pull request"."""
        pull = self._pressed(request)
        if pull.state == "open":
            await self._people.close(pull)
        raise _back(pull)

    async def reopen(self, request: web.Request) -> web.Response:
        """The button "Reopen pull request"."""
        pull = self._pressed(request)
        if pull.state == "closed":
            await self._people.reopen(pull)
        raise _back(pull)

    async def comment(self, request: web.Request) -> web.Response:
        """The box under a pull request's conversation."""
        pull = self._pressed(request)
        await self._say(pull, await request.post())
        raise _back(pull, "write")

    async def comment_on_issue(self, request: web.Request) -> web.Response:
        """The box under an issue."""
        require_same_origin(request)
        issue = self._addressed.issue(request)
        await self._say(issue, await request.post())
        raise _back(issue, "write")

    async def open_issue(self, request: web.Request) -> web.Response:
        """The box under a repository."""
        require_same_origin(request)
        repository, form = self._addressed.repository(request), await request.post()
        title = _text(form, "title").strip()
        if not title:
            raise web.HTTPBadRequest(text="An issue has a title.\n")
        raise _back(self._people.open_issue(repository, title, by=self._person(form)))

    async def reply(self, request: web.Request) -> web.Response:
        """The box under a thread."""
        pull = self._pressed(request)
        form = await request.post()
        thread = self._world.reviews.threads.get(int(request.match_info["thread_id"]))
        if thread is None or thread.pull is not pull:
            raise web.HTTPNotFound
        body = _text(form, "body")
        if body.strip():
            await self._people.reply_in_thread(thread, body, self._person(form))
        raise _back(pull, f"thread-{thread.id}")

    async def apply(self, request: web.Request) -> web.Response:
        """The button "Apply suggestion"; a suggestion that GitHub would not apply says why."""
        pull = self._pressed(request)
        form = await request.post()
        comment = self._world.reviews.comments.get(int(request.match_info["comment_id"]))
        if comment is None or comment.thread.pull is not pull:
            raise web.HTTPNotFound
        try:
            await self._people.apply_suggestion(comment, self._person(form))
        except CannotApplyError as error:
            raise web.HTTPConflict(text=f"{error}\n") from error
        raise _back(pull, f"thread-{comment.thread.id}")

    async def _say(self, under: Conversation, form: Form) -> None:
        body = _text(form, "body")
        if not body.strip():
            return
        try:
            await self._people.comment(under, body, self._person(form))
        except PermissionError as error:
            raise web.HTTPForbidden(text=f"{error}\n") from error

    def _pressed(self, request: web.Request) -> PullRequest:
        require_same_origin(request)
        return self._addressed.pull(request)

    def _person(self, form: Form) -> Account:
        login = _text(form, "as")
        if login not in ROLES:
            raise web.HTTPBadRequest(text="Nobody of that name is here.\n")
        return self._people.person(login)


def require_loopback(request: web.Request) -> None:
    """Raises HTTPForbidden under any other name."""
    if urlsplit(f"//{request.host}").hostname not in _LOOPBACK:
        raise web.HTTPForbidden(text="This page is shown under a loopback name only.\n")


def require_same_origin(request: web.Request) -> None:
    """Raises HTTPForbidden unless the browser says that the form is one of ours."""
    require_loopback(request)
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if origin != f"{request.scheme}://{request.host}" or site != "same-origin":
        raise web.HTTPForbidden(text="This button works on the playground's own page only.\n")


def _text(form: Form, name: str) -> str:
    """A field as GitHub takes it: with newlines alone, as long as a comment may be."""
    value = form.get(name, "")
    return value.replace("\r\n", "\n")[:_LONGEST] if isinstance(value, str) else ""


def _back(to: Conversation, place: str = "") -> web.HTTPSeeOther:
    kind = "pull" if isinstance(to, PullRequest) else "issues"
    address = f"/{to.repository.full_name}/{kind}/{to.number}"
    return web.HTTPSeeOther(f"{address}?at={place}#{place}" if place else address)
