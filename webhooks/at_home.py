"""Whether a request can only come from this machine. The peer's address is not consulted: behind a proxy all are local.

It can where the server is bound to loopback, the public address is loopback, and the request names that very host (so
that a foreign name resolved to this machine is not enough).
"""

from urllib.parse import SplitResult, urlsplit

from aiohttp import hdrs, web

from bot.settings import ServerSettings, is_loopback_name

_PORTS = {"http": 80, "https": 443}


class AtHome:
    """Answers for one server."""

    def __init__(self, settings: ServerSettings) -> None:
        public = settings.public_parts
        self._public = _host_and_port(public, public.scheme)
        self._scheme = public.scheme
        self.can_hold = is_loopback_name(settings.host) and is_loopback_name(public.hostname or "")

    def holds(self, request: web.Request) -> bool:
        """Whether nobody but this machine can have asked."""
        named = request.headers.getall(hdrs.HOST, [])
        if not self.can_hold or len(named) != 1:
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
