"""The headers that every answer carries: nothing is framed, sniffed, cached, referred to or run."""

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


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """For aiohttp's `on_response_prepare`, which its own answers (404, 405, 500) go through as well."""
    del request
    for name, value in _ON_EVERY_ANSWER.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", STRICTEST_POLICY)
    # What runs here, in which version, is nobody's business.
    response.headers[hdrs.SERVER] = "obelize"
