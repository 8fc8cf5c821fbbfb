"""Who may see a run's page. The peer's address is never consulted: behind a proxy every peer is local.

A page is shown without more only where nobody else can be: the server is bound to loopback, the public address is
loopback, and the request names that very host (so that a foreign name resolved to this machine is not enough).
Otherwise a signed link opens it while it has not expired.
"""

from aiohttp import web

from bot.settings import Settings
from bot.store.links import RunLinks
from webhooks.at_home import AtHome

QUERY_KEY = "access"
"""The query's key that carries a signed link's token."""


class Access:
    """Answers for one server whether a request may see a run."""

    def __init__(self, settings: Settings, links: RunLinks) -> None:
        self._at_home = AtHome(settings)
        self._links = links

    def may_see(self, request: web.Request, run_id: str) -> bool:
        """Whether the run may be shown, asked before anybody looks whether it exists."""
        return self._at_home.holds(request) or self._links.opens(run_id, request.query.get(QUERY_KEY, ""))

    def may_see_repositories(self, request: web.Request) -> bool:
        """Whether any repository's page may be shown; a signed link opens one run and nothing else."""
        return self._at_home.holds(request)
