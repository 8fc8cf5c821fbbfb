"""People who sign in to the App by the web flow: what they authorised, codes for one use, their tokens.

A user's token reaches what both the person and the App may reach (GITHUB.md §11).
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.playground.world.accounts import Account
from bot.playground.world.apps import App
from bot.playground.world.clock import now

CODE_LIFETIME = timedelta(minutes=10)
TOKEN_LIFETIME = timedelta(hours=8)


@dataclass(frozen=True, slots=True)
class Code:
    """What a browser carries back to the App; `challenge` is null where the App asked without PKCE."""

    value: str
    app: App
    person: Account
    redirect_uri: str
    challenge: str | None
    expires_at: datetime

    def fits(self, verifier: str | None) -> bool:
        """Whether whoever redeems it is who asked (RFC 7636, S256)."""
        if self.challenge is None:
            return True
        digest = hashlib.sha256((verifier or "").encode()).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=") == self.challenge


@dataclass(frozen=True, slots=True)
class UserToken:
    """A person's token for the App. `repository_id` is set when it was asked for one repository alone."""

    value: str
    app: App
    person: Account
    repository_id: int | None
    expires_at: datetime


class SignIns:
    """All codes and tokens that are still good."""

    def __init__(self) -> None:
        self._authorised: set[tuple[int, int]] = set()
        self._codes: dict[str, Code] = {}
        self._tokens: dict[str, UserToken] = {}

    def has_authorised(self, app: App, person: Account) -> bool:
        """Whether the person once said yes; GitHub then asks no more."""
        return (app.id, person.id) in self._authorised

    def authorise(self, app: App, person: Account, redirect_uri: str, challenge: str | None) -> Code:
        """The person says yes, now or earlier."""
        self._authorised.add((app.id, person.id))
        code = Code(secrets.token_hex(10), app, person, redirect_uri, challenge, now() + CODE_LIFETIME)
        self._codes[code.value] = code
        return code

    def take_code(self, value: str, app: App) -> Code | None:
        """The code, which is gone from now on; null when it is unknown, used, expired or another App's."""
        code = self._codes.pop(value, None)
        return code if code is not None and code.app is app and code.expires_at > now() else None

    def issue(self, code: Code, repository_id: int | None) -> UserToken:
        """A token for whoever redeemed the code."""
        value = "ghu_" + secrets.token_urlsafe(27).replace("-", "x").replace("_", "x")
        token = UserToken(value, code.app, code.person, repository_id, now() + TOKEN_LIFETIME)
        self._tokens[value] = token
        return token

    def find(self, value: str) -> UserToken | None:
        """The live token of that value."""
        token = self._tokens.get(value)
        return token if token is not None and token.expires_at > now() else None

    def revoke(self, token: UserToken) -> None:
        """Forgets one token."""
        self._tokens.pop(token.value, None)

    @property
    def live(self) -> int:
        """How many tokens are out; an App that drops them well leaves none."""
        return len(self._tokens)
