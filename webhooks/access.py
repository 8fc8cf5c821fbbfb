"""Who may see a run's page. The peer's address is never consulted: behind a proxy every peer is local.

A page is shown without more only where nobody else can be: the server is bound to loopback, the public address is
loopback, and the request names that very host (so that a foreign name resolved to this machine is not enough).
Otherwise a signed link opens it while it has not expired.
"""

from urllib.parse import SplitResult, urlsplit

from aiohttp import hdrs, web

from bot.settings import Settings, is_loopback_name
from bot.store.links import RunLinks

QUERY_KEY = "access"
"""The query's key that carries a signed link's token."""

_PORTS = {"http": 80, "https": 443}


class Access:
    """Answers for one server whether a request may see a run."""

    def __init__(self, settings: Settings, links: RunLinks) -> None:
        public = settings.public_parts
        self._public = _host_and_port(public, public.scheme)
        self._scheme = public.scheme
        self._local = is_loopback_name(settings.host) and is_loopback_name(public.hostname or "")
        self._links = links

    def may_see(self, request: web.Request, run_id: str) -> bool:
        """Whether the run may be shown, asked before anybody looks whether it exists."""
        return self._is_at_home(request) or self._links.opens(run_id, request.query.get(QUERY_KEY, ""))

    def may_see_repositories(self, request: web.Request) -> bool:
        """Whether any repository's page may be shown; a signed link opens one run and nothing else."""
        return self._is_at_home(request)

    def _is_at_home(self, request: web.Request) -> bool:
        named = request.headers.getall(hdrs.HOST, [])
        if not self._local or len(named) != 1:
            return False
        try:
            parts = urlsplit(f"//{named[0]}")
            return parts.netloc == named[0] and "@" not in named[0] and self._agrees(parts)
        except ValueError:
            return False

    def _agrees(self, parts: SplitResult) -> bool:
        return _host_and_port(parts, self._scheme) == self._public


def _host_and_port(parts: SplitResult, scheme: str) -> tuple[str, int]:
    """The name in lower case and the port, the scheme's own where none is given."""
    return (parts.hostname or "").lower(), parts.port or _PORTS[scheme]
