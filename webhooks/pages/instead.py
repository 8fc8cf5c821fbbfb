"""The pages that stand instead of aiohttp's line of text: at an address that is none, and after a fault of ours."""

import logging
import secrets

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

from webhooks.pages.shell import Shell

log = logging.getLogger(__name__)

_HTML = "text/html"


def pages_instead(shell: Shell) -> Middleware:
    """For whoever reads with a browser; who asked for nothing in particular (a probe, GitHub) gets the line of text.

    An address of ours that shows nothing of what it names (`run_missing`) has a page of its own and comes by untouched.
    """

    @web.middleware
    async def instead(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _HTML not in request.headers.get(hdrs.ACCEPT, ""):
            return await handler(request)
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return shell.page("page/nowhere.html.j2", status=404)
        except web.HTTPException:
            raise
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("page failed: reference=%s", reference)
            return shell.page("page/broken.html.j2", status=500, reference=reference)

    return instead
