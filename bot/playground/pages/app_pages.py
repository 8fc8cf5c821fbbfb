"""Registering and installing Apps, as an owner does it on GitHub: the form that a manifest fills in, the App's pages,
the page on which repositories are chosen. Who sits at the browser owns everything here.
"""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from bot.playground.manifest_form import LONGEST_NAME, ManifestError, read_manifest
from bot.playground.pages.authorize import MakePage
from bot.playground.pages.buttons import require_loopback, require_same_origin
from bot.playground.people.people import People
from bot.playground.world.accounts import Account
from bot.playground.world.apps import App, Installation
from bot.playground.world.manifests import Waiting
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World

_LONGEST_MANIFEST = 65_536


class AppPages:
    """Handlers of the pages and of their forms."""

    def __init__(self, world: World, people: People, page: MakePage) -> None:
        self._world = world
        self._people = people
        self._page = page

    def add_to(self, app: web.Application) -> None:
        """GitHub's addresses, where they are known."""
        routes = app.router
        routes.add_post("/settings/apps/new", self.fill_in)
        routes.add_post("/organizations/{organisation}/settings/apps/new", self.fill_in)
        routes.add_post("/settings/apps/manifest/{key:[0-9a-f]+}", self.confirm)
        routes.add_get("/settings/apps/{slug}", self.app)
        routes.add_get("/organizations/{organisation}/settings/apps/{slug}", self.app)
        routes.add_get("/apps/{slug}", self.app)
        routes.add_get("/apps/{slug}/installations/new", self.choose)
        routes.add_post("/apps/{slug}/installations", self.install)
        routes.add_get("/settings/installations/{number:[0-9]+}", self.installation)
        routes.add_post("/settings/installations/{number:[0-9]+}", self.change)
        routes.add_post("/settings/installations/{number:[0-9]+}/uninstall", self.uninstall)

    async def fill_in(self, request: web.Request) -> web.Response:
        """The form of a new App, filled in by the manifest that another site's page posts."""
        require_loopback(request)
        owner, text = self._owner(request), (await request.post()).get("manifest", "")
        try:
            manifest = read_manifest(text[:_LONGEST_MANIFEST] if isinstance(text, str) else "")
        except ManifestError as error:
            return self._refused(error)
        waiting = Waiting(manifest, owner, request.query.get("state", ""))
        return self._form(self._world.manifests.hold(waiting), waiting, manifest.name)

    async def confirm(self, request: web.Request) -> web.Response:
        """The button "Create GitHub App"."""
        require_same_origin(request)
        key, name = request.match_info["key"], str((await request.post()).get("name", ""))
        waiting = self._world.manifests.look_up(key)
        if waiting is None:
            raise web.HTTPNotFound
        try:
            address = self._people.register(key, name)
        except ManifestError as error:
            return self._form(key, waiting, name, error.sentences)
        raise web.HTTPFound(address)

    async def app(self, request: web.Request) -> web.Response:
        """The App's page, with what its owner set."""
        require_loopback(request)
        app = self._app(request)
        installed = self._world.apps.of_app(app)
        return self._page("page/playground_app.html.j2", app=app, installations=installed)

    async def choose(self, request: web.Request) -> web.Response:
        """On which account, and which of its repositories."""
        require_loopback(request)
        app = self._app(request)
        accounts = [(each, self._of(each), self._installed(app, each)) for each in self._accounts(app)]
        return self._page(
            "page/playground_install.html.j2", forms_to=_origin(app.setup_url), app=app, accounts=accounts
        )

    async def install(self, request: web.Request) -> web.Response:
        """The button "Install"; the owner goes on to the App's setup address."""
        require_same_origin(request)
        app, form = self._app(request), await request.post()
        account = self._world.accounts.get(str(form.get("account", "")))
        if account is None or app is not self._world.app:
            raise web.HTTPNotFound
        chosen, every = self._chosen(
            form.get("selection"), [str(each) for each in form.getall("repository", [])], account
        )
        try:
            made = await self._people.install_chosen(account, chosen, every=every)
        except PermissionError as error:
            raise web.HTTPForbidden(text=f"{error}\n") from error
        if app.setup_url is None:
            raise web.HTTPFound(f"/settings/installations/{made.id}")
        raise web.HTTPFound(f"{app.setup_url}?{urlencode({'installation_id': made.id, 'setup_action': 'install'})}")

    async def installation(self, request: web.Request) -> web.Response:
        """What one installation reaches, with the buttons that change it."""
        require_loopback(request)
        found = self._installation(request)
        return self._page("page/playground_installation.html.j2", found=found, repositories=self._of(found.account))

    async def change(self, request: web.Request) -> web.Response:
        """The button "Save"."""
        require_same_origin(request)
        found, form = self._installation(request), await request.post()
        numbers = [str(each) for each in form.getall("repository", [])]
        chosen, every = self._chosen(form.get("selection"), numbers, found.account)
        await self._people.choose_again(found, chosen, every=every)
        raise web.HTTPSeeOther(f"/settings/installations/{found.id}")

    async def uninstall(self, request: web.Request) -> web.Response:
        """The button "Uninstall"."""
        require_same_origin(request)
        found = self._installation(request)
        await self._people.uninstall(found)
        raise web.HTTPSeeOther(f"/apps/{found.app.slug}")

    def _form(self, key: str, waiting: Waiting, name: str, sentences: Sequence[str] = ()) -> web.Response:
        return self._page(
            "page/playground_new_app.html.j2",
            forms_to=_origin(waiting.manifest.redirect_url),
            key=key,
            waiting=waiting,
            called=name,
            longest=LONGEST_NAME,
            sentences=sentences,
        )

    def _refused(self, error: ManifestError) -> web.Response:
        response = self._page("page/playground_refused.html.j2", sentences=error.sentences)
        response.set_status(422)
        return response

    def _owner(self, request: web.Request) -> Account:
        login = request.match_info.get("organisation")
        owner = self._people.somebody if login is None else self._world.accounts.get(login)
        if owner is None or owner.type == "Bot" or (login is not None and owner.type != "Organization"):
            raise web.HTTPNotFound
        return owner

    def _app(self, request: web.Request) -> App:
        found = self._world.apps.by_slug(request.match_info["slug"])
        if found is None or (found is self._world.app and self._world.awaits_app):
            raise web.HTTPNotFound
        return found

    def _installation(self, request: web.Request) -> Installation:
        found = self._world.apps.installations.get(int(request.match_info["number"]))
        if found is None:
            raise web.HTTPNotFound
        return found

    def _installed(self, app: App, account: Account) -> Installation | None:
        return next((each for each in self._world.apps.of_app(app) if each.account is account), None)

    def _accounts(self, app: App) -> list[Account]:
        """Where it could be installed: an App that is not public stays with its owner."""
        owners = {each.owner.id: each.owner for each in self._world.repositories.by_id.values()}
        return list(owners.values()) if app.public else [app.owner]

    def _of(self, account: Account) -> list[Repository]:
        return [each for each in self._world.repositories.by_id.values() if each.owner is account]

    def _chosen(self, selection: object, numbers: Sequence[str], account: Account) -> tuple[list[Repository], bool]:
        held = self._of(account)
        if selection == "all":
            return held, True
        chosen = [each for each in held if str(each.id) in numbers]
        if not chosen:
            raise web.HTTPBadRequest(text="Choose at least one repository.\n")
        return chosen, False


def _origin(address: str | None) -> str:
    parts = urlsplit(address or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
