"""Who may fetch: HTTP Basic with an installation token, as GitHub asks for it (GITHUB.md §10)."""

import base64
import binascii

from bot.playground.rest.actors import live_token
from bot.playground.rest.refusals import RefusalError
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World

USER = "x-access-token"


class GitRefusalError(Exception):
    """No fetch: a status and the line that git shows to its user."""

    def __init__(self, status: int, line: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"{status}: {line}")
        self.status = status
        self.line = line
        self.headers = headers or {}


def check_fetch(authorization: str | None, repository: Repository | None, world: World) -> str:
    """The user that may read the repository. Raises GitRefusalError.

    401 without credentials or with wrong ones; 404 for what a good token does not reach, as if it were not there.
    """
    if authorization is None:
        if repository is None or repository.private:
            raise _challenge("Repository not found.")
        return "anonymous"
    try:
        token = live_token(_password(authorization), world)
    except RefusalError as refused:
        if refused.status == 403:
            raise GitRefusalError(403, "This installation has been suspended.") from refused
        raise _challenge("Invalid username or token. Password authentication is not supported.") from refused
    readable = repository is not None and (
        not repository.private or (token.reaches(repository.id) and token.allows("contents", "read"))
    )
    if not readable:
        raise GitRefusalError(404, "Repository not found.")
    return token.installation.app.bot.login


def _password(authorization: str) -> str:
    scheme, _, encoded = authorization.partition(" ")
    try:
        user, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return password if scheme.lower() == "basic" and user == USER else ""


def _challenge(line: str) -> GitRefusalError:
    return GitRefusalError(401, line, {"WWW-Authenticate": 'Basic realm="GitHub"'})
