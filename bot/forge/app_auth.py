"""Speaking as the App itself: a signed statement of who we are, good for minutes (GITHUB.md §1.1)."""

from gidgethub.apps import get_jwt
from jwt import PyJWTError

from bot.forge.clock import Clock
from bot.forge.errors import KeyUnusable
from bot.forge.token import Token

LIFETIME = 9 * 60
"""Seconds from `iat`, which lies a minute in the past; GitHub takes at most ten minutes."""
_USED_FOR = 7 * 60


class AppCredential:
    """Signs with the App's private key (PEM); `app_id` is the client id or the number, as text."""

    def __init__(self, app_id: str, private_key: str, clock: Clock) -> None:
        self._app_id = app_id
        self._private_key = private_key
        self._clock = clock
        self._kept: Token | None = None

    async def token(self) -> Token:
        """The statement, signed anew shortly before it expires; raises KeyUnusable."""
        if self._kept is None or self._kept.expires_at <= self._clock.now():
            self._kept = Token(self._signed(), self._clock.now() + _USED_FOR)
        return self._kept

    def drop(self, token: Token) -> None:
        """Sign a new one next time."""
        if self._kept is token:
            self._kept = None

    def __repr__(self) -> str:
        return f"AppCredential({self._app_id})"

    def _signed(self) -> str:
        try:
            return get_jwt(app_id=self._app_id, private_key=self._private_key, expiration=LIFETIME)
        except (PyJWTError, TypeError, ValueError, AttributeError) as error:
            # The classes that a damaged, encrypted, public or elliptic key was seen to raise.
            raise KeyUnusable(f"The App's private key cannot sign: {type(error).__name__}") from None
