"""People who sign in to the App: what their browser is answered at GitHub's authorize address."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account
from bot.playground.world.apps import App

PATH = "/login/oauth/authorize"


class CannotAuthorizeError(Exception):
    """GitHub shows a page of its own instead of sending the browser back."""


class SignInActs(Stage):
    """The web flow, from GitHub's side (GITHUB.md §11)."""

    def wants_to_sign_in(self, query: Mapping[str, str]) -> App:
        """The App that sent the browser. Raises CannotAuthorizeError."""
        app = self.world.apps.by_client_id(query.get("client_id", ""))
        if app is None or not app.callback_urls:
            raise CannotAuthorizeError("There is no such App, or it has no callback address.")
        if "code_challenge" in query and query.get("code_challenge_method") != "S256":
            raise CannotAuthorizeError("The code_challenge_method must be S256.")
        return app

    def authorize(self, query: Mapping[str, str], person: Account) -> str:
        """Where the browser goes once the person said yes, or said it earlier. Raises CannotAuthorizeError."""
        app = self.wants_to_sign_in(query)
        back = query.get("redirect_uri", app.callback_urls[0])
        state = {"state": query["state"]} if "state" in query else {}
        if back not in app.callback_urls:
            return _with_query(app.callback_urls[0], {"error": "redirect_uri_mismatch", **state})
        code = self.world.sign_ins.authorise(app, person, back, query.get("code_challenge"))
        return _with_query(back, {"code": code.value, **state})

    def authorize_at(self, address: str, person: Account) -> str:
        """The same for the whole address that the App led to."""
        return self.authorize(dict(parse_qsl(urlsplit(address).query)), person)

    def deny(self, query: Mapping[str, str]) -> str:
        """Where the browser goes when the person said no. Raises CannotAuthorizeError."""
        app = self.wants_to_sign_in(query)
        state = {"state": query["state"]} if "state" in query else {}
        return _with_query(app.callback_urls[0], {"error": "access_denied", **state})


def _with_query(address: str, query: Mapping[str, str]) -> str:
    return f"{address}?{urlencode(query)}"
