"""`/setup`: leads a browser to GitHub with the manifest, and takes the App in that comes back."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

from bot.forge.errors import ForgeError, Missing
from bot.registration.app_file import app_file
from bot.registration.manifest import form_address, manifest_for
from bot.registration.new_app import NewApp
from bot.registration.reasons import EVENTS, PERMISSIONS
from bot.settings import ServerSettings, is_loopback_name
from webhooks.pages.shell import Shell
from webhooks.setup.visits import Visits

PATH = "/setup"
REGISTERED = "/setup/registered"

log = logging.getLogger(__name__)

Exchange = Callable[[str], Awaitable[NewApp]]
"""A code for the App that it stands for; raises ForgeError."""


class SetupPages:
    """`keep` is called once, in a thread, with the App; whoever made this goes on from there."""

    def __init__(
        self,
        server: ServerSettings,
        shell: Shell,
        visits: Visits,
        exchange: Exchange,
        keep: Callable[[NewApp], None],
        *,
        prints: bool,
    ) -> None:
        self._server = server
        self._shell = shell
        self._visits = visits
        self._exchange = exchange
        self._keep = keep
        self._prints = prints
        self._one_at_a_time = asyncio.Lock()
        self._app: NewApp | None = None

    async def begin(self, request: web.Request, visitor: str) -> web.Response:
        """What will be asked for, and the form that asks; for an organisation when `?organization=` names one."""
        if self._app is not None:
            raise web.HTTPSeeOther(self._app.installation_page)
        organisation, sentence = request.query.get("organization", "").strip(), ""
        try:
            action = form_address(self._server.github_url, organisation, self._visits.state_for(visitor))
        except ValueError:
            sentence = "No organisation can have that name: it is made of letters, digits and single dashes."
            organisation, action = "", form_address(self._server.github_url, "", self._visits.state_for(visitor))
        manifest = manifest_for(app_file(), self._server.public_url)
        page = self._shell.page(
            "page/setup.html.j2",
            400 if sentence else 200,
            posts_to=f"'self' {_origin(self._server.github_url)}",
            action=action,
            manifest=json.dumps(manifest),
            wanted=manifest,
            reasons=PERMISSIONS,
            events=EVENTS,
            organisation=organisation,
            sentence=sentence,
            github=urlsplit(self._server.github_url).netloc,
            out_of_reach=self._is_out_of_reach,
            server=self._server,
            prints=self._prints,
        )
        # The form's Origin would be "null" without a referrer; of the address GitHub learns the host alone.
        page.headers["Referrer-Policy"] = "strict-origin"
        return page

    async def registered(self, request: web.Request, visitor: str) -> web.Response:
        """GitHub leads the owner back with a code: the App is taken in before the browser hears of it."""
        if not self._visits.redeem(visitor, request.query.get("state", "")):
            return self._failed("This answer belongs to no form that this browser was given, or it came a second time.")
        async with self._one_at_a_time:
            if self._app is not None:
                return self._failed("This server has its App already.")
            try:
                app = await self._exchange(request.query.get("code", ""))
            except Missing:
                return self._failed(f"{self._server.github_url} does not know the code; it holds once, for an hour.")
            except ForgeError as error:
                log.warning("setup: the App could not be fetched: error=%s", type(error).__name__)
                return self._failed(
                    f"{self._server.github_api_url} could not be asked for the App ({type(error).__name__}). If GitHub"
                    " lists it among your Apps, delete it there before you try again."
                )
            await asyncio.to_thread(self._keep, app)
            self._app = app
        log.info("setup: the App is registered: app=%d", app.id)
        return web.Response(status=303, headers={"Location": app.installation_page})

    def _failed(self, sentence: str) -> web.Response:
        return self._shell.page("page/setup_failed.html.j2", 400, sentence=sentence)

    @property
    def _is_out_of_reach(self) -> bool:
        """Whether GitHub could never deliver: it is elsewhere, and the public address is this machine's own."""
        here = is_loopback_name(self._server.public_parts.hostname or "")
        return here and not is_loopback_name(urlsplit(self._server.github_url).hostname or "")


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
