"""What whoever may not see a page is answered: the same for every page, there or not."""

from dataclasses import dataclass
from urllib.parse import urlencode

from aiohttp import hdrs, web

from bot.settings import Settings
from bot.store.links import QUERY_KEY
from webhooks.access import Closed, Unasked
from webhooks.pages.shell import Shell
from webhooks.signing_in.session import Session


@dataclass(frozen=True, slots=True)
class Gate:
    """Turns people away, or sends them round by GitHub, which answers at once where it was authorised before."""

    settings: Settings
    shell: Shell

    def turned_away(self, request: web.Request, verdict: Unasked | Closed) -> web.Response:
        """The answer; to somebody of whom GitHub was not asked yet the way there."""
        if isinstance(verdict, Unasked) and self.settings.sign_in_on:
            return see_other(_sign_in(request))
        return self.closed(request, verdict.session)

    def closed(self, request: web.Request, session: Session | None) -> web.Response:
        """The page that says how access works, and nothing else."""
        return self.shell.page(
            "page/run_closed.html.j2",
            status=403,
            session=session,
            links_on=self.settings.link_seconds > 0,
            public_on=self.settings.public_pages,
            sign_in=_sign_in(request) if self.settings.sign_in_on else None,
        )


def see_other(location: str) -> web.Response:
    """Go there, and ask with GET. A `Response` and no exception, so that cookies can be set on it."""
    return web.Response(status=303, headers={hdrs.LOCATION: location})


def _sign_in(request: web.Request) -> str:
    """Where to sign in and come back here; what carried a link's token is not carried on."""
    own = request.rel_url.without_query_params(QUERY_KEY)
    return f"/login?{urlencode({'next': own.raw_path_qs})}"
