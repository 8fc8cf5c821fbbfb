"""The token endpoint of the web flow: a code for a person's token. Refusals come with status 200, as GitHub's do."""

from collections.abc import Mapping
from urllib.parse import urlencode

from aiohttp import hdrs, web

from bot.playground.world.sign_ins import TOKEN_LIFETIME, UserToken
from bot.playground.world.world import World

PATH = "/login/oauth/access_token"


class OAuth:
    """Redeems codes; people get them on the page of `bot/playground/pages/authorize.py`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_to(self, app: web.Application) -> None:
        """The endpoint's address, which is GitHub's."""
        app.router.add_post(PATH, self.redeem)

    async def redeem(self, request: web.Request) -> web.Response:
        """A form in, JSON out if that was asked for, else a form."""
        form = {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
        body = self._answer(form)
        if "application/json" in request.headers.get(hdrs.ACCEPT, ""):
            return web.json_response(body)
        return web.Response(text=urlencode(body), content_type="application/x-www-form-urlencoded")

    def _answer(self, form: Mapping[str, str]) -> dict[str, object]:
        """The token, or why there is none; checked in the order of GitHub's troubleshooting page."""
        app = self._world.apps.by_client_id(form.get("client_id", ""))
        if app is None or form.get("client_secret") != app.client_secret:
            return _refused("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.")
        code = self._world.sign_ins.take_code(form.get("code", ""), app)
        if code is None or not code.fits(form.get("code_verifier")):
            return _refused("bad_verification_code", "The code passed is incorrect or expired.")
        if form.get("redirect_uri", code.redirect_uri) != code.redirect_uri:
            return _refused(
                "redirect_uri_mismatch", "The redirect_uri MUST match the registered callback URL for this application."
            )
        return _granted(self._world.sign_ins.issue(code, self._narrowed(form.get("repository_id", ""))))

    def _narrowed(self, text: str) -> int | None:
        """A repository that is not there is ignored."""
        number = int(text) if text.isascii() and text.isdecimal() else 0
        return number if number in self._world.repositories.by_id else None


def _granted(token: UserToken) -> dict[str, object]:
    return {
        "access_token": token.value,
        "expires_in": int(TOKEN_LIFETIME.total_seconds()),
        "refresh_token": "ghr_" + "0" * 76,
        "refresh_token_expires_in": 15_811_200,
        "scope": "",
        "token_type": "bearer",
    }


def _refused(error: str, description: str) -> dict[str, object]:
    page = "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors"
    return {"error": error, "error_description": description, "error_uri": f"{page}/#{error.replace('_', '-')}"}
