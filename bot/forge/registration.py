"""The one exchange before there is an App: a code from GitHub's form for the App's key and secrets (GITHUB.md §2)."""

import re

from pydantic import ValidationError

from bot.forge.answers import error_of
from bot.forge.client import API_VERSION, USER_AGENT
from bot.forge.clock import SystemClock
from bot.forge.errors import Missing, Unexpected
from bot.forge.transport import Transport, open_session
from bot.registration.new_app import NewApp

_CODE = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LARGEST = 262_144


async def registered_app(api_url: str, github_url: str, code: str) -> NewApp:
    """The App that the code stands for; GitHub tells it once, within the hour, to whoever has the code.

    Raises Missing for a code that this GitHub does not know (any more), another ForgeError where it cannot be asked.
    """
    if not _CODE.fullmatch(code):
        raise Missing("not a code of GitHub's")
    headers = {
        "accept": "application/vnd.github+json",
        "user-agent": USER_AGENT,
        "x-github-api-version": API_VERSION,
    }
    async with open_session() as session:
        transport = Transport(session, api_url)
        url = f"{transport.root}/app-manifests/{code}/conversions"
        answer = await transport.send("POST", url, headers, b"", largest=_LARGEST)
    error = error_of(answer, now=SystemClock().now())
    if error is not None:
        raise error
    try:
        app = NewApp.model_validate_json(answer.body)
    except ValidationError:
        # Its text would repeat what was answered, and that is secret.
        raise Unexpected("GitHub's answer is not an App with its key and secrets") from None
    if not app.is_of(github_url):
        raise Unexpected("GitHub's answer is an App of another address")
    return app
