"""GitHub's page that asks a person whether the App may know who they are; it asks once.

Who sits at the browser is kept in a cookie, so that a second round goes through in silence, as on GitHub.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from aiohttp import web

from bot.playground.pages.buttons import require_loopback, require_same_origin
from bot.playground.people.collaborators import ROLES
from bot.playground.people.people import People
from bot.playground.people.sign_ins import PATH, CannotAuthorizeError
from bot.playground.world.world import World

SIGNED_IN_AS = "playground_person"
_DENY = "nobody"

MakePage = Callable[..., web.Response]
"""A template and its values, with what more the policy allows forms to lead to."""


class AuthorizePage:
    """The page and its buttons."""

    def __init__(self, world: World, people: People, page: MakePage) -> None:
        self._world = world
        self._people = people
        self._page = page

    def add_to(self, app: web.Application) -> None:
        """GitHub's own address, for asking and for the answer."""
        app.router.add_get(PATH, self.ask)
        app.router.add_post(PATH, self.answer)

    async def ask(self, request: web.Request) -> web.Response:
        """The question; a person who said yes before is sent back at once."""
        require_loopback(request)
        try:
            app = self._people.wants_to_sign_in(request.query)
            login = request.cookies.get(SIGNED_IN_AS, "")
            person = self._people.person(login) if login in ROLES else None
            if person is not None and self._world.sign_ins.has_authorised(app, person):
                raise web.HTTPFound(self._people.authorize(request.query, person))
        except CannotAuthorizeError as error:
            raise web.HTTPNotFound(text=f"{error}\n") from error
        leads_to = " ".join(sorted({"{0.scheme}://{0.netloc}".format(urlsplit(each)) for each in app.callback_urls}))
        return self._page("page/playground_authorize.html.j2", forms_to=leads_to, app=app, people=ROLES, deny=_DENY)

    async def answer(self, request: web.Request) -> web.Response:
        """A button was pressed."""
        require_same_origin(request)
        login = (await request.post()).get("as")
        try:
            if login == _DENY:
                raise web.HTTPFound(self._people.deny(request.query))
            if login not in ROLES or not isinstance(login, str):
                raise web.HTTPBadRequest(text="Nobody of that name is here.\n")
            response = web.HTTPFound(self._people.authorize(request.query, self._people.person(login)))
        except CannotAuthorizeError as error:
            raise web.HTTPNotFound(text=f"{error}\n") from error
        response.set_cookie(SIGNED_IN_AS, login, httponly=True, samesite="Lax")
        raise response
