"""The addresses of run pages: plain ones, or signed and expiring ones where the operator allows them.

A signed link is a JWT (HS256) whose audience is the run it opens. Its key is made once and lies in a file of the data
folder that only its owner can read; deleting the file ends every link.
"""

import contextlib
import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jwt

from bot.models.names import RunId
from bot.settings import Settings

_ALGORITHM = "HS256"
_KEY_BYTES = 32


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class RunLinks:
    """Makes the link to a run's page, and says whether a token opens one."""

    def __init__(self, settings: Settings, now: Callable[[], datetime] = utc_now) -> None:
        self._public = settings.public_url
        self._life = timedelta(seconds=settings.link_seconds)
        self._key = _key(settings.data / "link.key") if self._life else None
        self._now = now

    def address(self, run_id: RunId) -> str:
        """Where the run's page is; with a token that expires where signed links are on."""
        page = f"{self._public}/runs/{run_id}"
        if self._key is None:
            return page
        claims = {"aud": run_id, "exp": self._now() + self._life}
        return f"{page}?access={jwt.encode(claims, self._key, algorithm=_ALGORITHM)}"

    def opens(self, run_id: str, token: str) -> bool:
        """Whether the token was made here for this run and has not expired."""
        if self._key is None:
            return False
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[_ALGORITHM],
                audience=run_id,
                # The time is asked of the clock that was given, so it is compared below.
                options={"require": ["aud", "exp"], "verify_exp": False},
            )
            return self._now() < datetime.fromtimestamp(claims["exp"], UTC)
        except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError):
            return False


def _key(path: Path) -> bytes:
    """The key in the file; made at the first start, whoever of several processes comes first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        # Linking fails where somebody was first; renaming would take that key away.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_bytes()
