"""What all pages share: the one style sheet and the policy that allows nothing but it."""

import base64
import hashlib
from collections.abc import Mapping

from aiohttp import web

from bot.render import render_page, render_text
from webhooks.signing_in.session import Session

_REST_OF_POLICY = "base-uri 'none'; frame-ancestors 'none'"


class Shell:
    """Makes pages; the style sheet is read once."""

    def __init__(self) -> None:
        self._style = render_text("page/style.css")
        digest = base64.b64encode(hashlib.sha256(self._style.encode()).digest()).decode()
        self.policy = f"default-src 'none'; style-src 'sha256-{digest}'; {_REST_OF_POLICY}"

    def page(
        self,
        template: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        session: Session | None = None,
        posts_to: str = "'none'",
        **values: object,
    ) -> web.Response:
        """The template as an answer; it gets the values, escaped, the style sheet, and who looks, if they signed in.

        `posts_to` are the sources of the policy that the page's own forms may be sent to.
        """
        html = render_page(template, style=self._style, session=session, **values)
        # The one form on other pages is that which signs out.
        forms = posts_to if session is None else "'self'"
        policy = {"Content-Security-Policy": f"{self.policy}; form-action {forms}"}
        return web.Response(text=html, content_type="text/html", status=status, headers={**policy, **(headers or {})})
