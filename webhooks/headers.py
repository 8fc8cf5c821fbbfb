"""The headers that every answer carries: nothing is framed, sniffed, cached, referred to or run."""

from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

STRICTEST_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_ON_EVERY_ANSWER = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
}


_OVER_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""A browser that came by TLS once comes by nothing else for a year; other names of the host are not ours to decide."""


def headers_for(*, https: bool) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """For aiohttp's `on_response_prepare`, which its own answers (404, 405, 500) go through as well.

    `https` is whether people come by TLS.
    """
    always = _ON_EVERY_ANSWER | (_OVER_TLS if https else {})

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        del request
        for name, value in always.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Content-Security-Policy", STRICTEST_POLICY)
        # What runs here, in which version, is nobody's business.
        response.headers[hdrs.SERVER] = "obelize"

    return add_headers
