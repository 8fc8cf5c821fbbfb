"""The addresses of run pages and badges: plain ones, or signed and expiring ones where the operator allows them.

A signed link is a JWT (HS256) whose audience is the run, or the badge, that it opens. Its key is made once and lies in
a file of the data folder that only its owner can read; deleting the file ends every link.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import jwt

from bot.models.names import RunId
from bot.models.run_ids import is_run_id
from bot.settings import Settings
from bot.store.keys import kept_key

_ALGORITHM = "HS256"

QUERY_KEY = "access"
"""The query's key that carries a signed link's token."""

BADGE_LIFE = timedelta(days=400)
"""A badge stands in a README for long, and tells one number."""


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class RunLinks:
    """Makes the link to a run's page, and says whether a token opens one."""

    def __init__(self, settings: Settings, now: Callable[[], datetime] = utc_now) -> None:
        self._public = settings.public_url
        self._life = timedelta(seconds=settings.link_seconds)
        self._key = kept_key(settings.data / "link.key") if self._life else None
        self._now = now

    def address(self, run_id: RunId) -> str:
        """Where the run's page is; with a token that expires where signed links are on."""
        return self._signed(f"{self._public}/runs/{run_id}", run_id)

    def file_address(self, run_id: RunId, path: str) -> str:
        """Where a file of the run's folder is, in the same way."""
        return self._signed(f"{self._public}/runs/{run_id}/files/{path}", run_id)

    def _signed(self, page: str, run_id: RunId) -> str:
        if self._key is None:
            return page
        return f"{page}?{QUERY_KEY}={self._token(self._key, run_id, self._life)}"

    def badge(self, repository_id: int, *, signed: bool) -> str:
        """Where the repository's badge is; signed where that is wanted and signed links are on."""
        plain = f"{self._public}/repositories/{repository_id}/badge.svg"
        if self._key is None or not signed:
            return plain
        return f"{plain}?{QUERY_KEY}={self._token(self._key, _badge(repository_id), BADGE_LIFE)}"

    def opens(self, run_id: str, token: str) -> bool:
        """Whether the token was made here for this run and has not expired."""
        return is_run_id(run_id) and self._holds(run_id, token)

    def opens_badge(self, repository_id: int, token: str) -> bool:
        """Whether the token was made here for this repository's badge and has not expired."""
        return self._holds(_badge(repository_id), token)

    def _token(self, key: bytes, audience: str, life: timedelta) -> str:
        return jwt.encode({"aud": audience, "exp": self._now() + life}, key, algorithm=_ALGORITHM)

    def _holds(self, audience: str, token: str) -> bool:
        if self._key is None:
            return False
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[_ALGORITHM],
                audience=audience,
                # The time is asked of the clock that was given, so it is compared below.
                options={"require": ["aud", "exp"], "verify_exp": False},
            )
            return self._now() < datetime.fromtimestamp(claims["exp"], UTC)
        except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError):
            return False


def _badge(repository_id: int) -> str:
    """An audience that is no run's."""
    return f"badge {repository_id}"
