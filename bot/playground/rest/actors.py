"""Who is calling: nobody, the App by its JWT or by its client secret, an installation or a person by a token.

GITHUB.md §1.1, §1.2 and §11.
"""

import base64
import binascii
import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt

from bot.playground.rest.refusals import RefusalError, bad_credentials, undecodable_jwt
from bot.playground.world.apps import App
from bot.playground.world.sign_ins import UserToken
from bot.playground.world.tokens import Token
from bot.playground.world.world import World

LONGEST_JWT = 600
"""Seconds that `exp` may lie ahead."""


@dataclass(frozen=True, slots=True)
class Anonymous:
    """No credentials at all."""

    bucket: str = "anonymous"


@dataclass(frozen=True, slots=True)
class AppActor:
    """The App itself, by a JWT."""

    app: App

    @property
    def bucket(self) -> str:
        """Whose rate limit counts."""
        return f"app {self.app.id}"


@dataclass(frozen=True, slots=True)
class InstallationActor:
    """An installation, by one of its tokens."""

    token: Token

    @property
    def bucket(self) -> str:
        """Whose rate limit counts: the installation's, not the token's."""
        return f"installation {self.token.installation.id}"


@dataclass(frozen=True, slots=True)
class ClientActor:
    """The App, by its client id and secret: for the routes that look after its users' tokens."""

    app: App

    @property
    def bucket(self) -> str:
        """Whose rate limit counts."""
        return f"client {self.app.id}"


@dataclass(frozen=True, slots=True)
class UserActor:
    """A person, by a token that the App was given for them."""

    token: UserToken

    @property
    def bucket(self) -> str:
        """Whose rate limit counts: the person's, not the token's."""
        return f"user {self.token.person.id}"


Actor = Anonymous | AppActor | InstallationActor | ClientActor | UserActor


def recognise(headers: Mapping[str, str], world: World) -> Actor:
    """The caller behind an Authorization header. Raises RefusalError (401, 403, 404)."""
    if "Authorization" not in headers:
        return Anonymous()
    scheme, _, credentials = headers["Authorization"].partition(" ")
    if scheme.lower() == "basic":
        return ClientActor(_app_of_secret(credentials, world))
    if scheme.lower() not in ("bearer", "token") or not credentials:
        raise bad_credentials()
    if credentials.startswith("ghu_"):
        return UserActor(_live_user_token(credentials, world))
    if _looks_like_jwt(credentials):
        return AppActor(_app_of_jwt(credentials, world))
    return InstallationActor(live_token(credentials, world))


def live_token(value: str, world: World) -> Token:
    """The token of that value. Raises RefusalError: 401 when it is not valid, 403 while its owner suspends the App."""
    token = world.tokens.find(value)
    if token is None or token.installation.id not in world.apps.installations:
        raise bad_credentials()
    if token.installation.suspended_at is not None:
        raise RefusalError(403, "This installation has been suspended", page="")
    return token


def _live_user_token(value: str, world: World) -> UserToken:
    token = world.sign_ins.find(value)
    if token is None:
        raise bad_credentials()
    return token


def _app_of_secret(encoded: str, world: World) -> App:
    try:
        client_id, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise bad_credentials() from None
    app = world.apps.by_client_id(client_id)
    if app is None or not hmac.compare_digest(app.client_secret.encode(), secret.encode()):
        raise bad_credentials()
    return app


def _looks_like_jwt(credentials: str) -> bool:
    return credentials.count(".") == 2 and not credentials.startswith("ghs_")


def _app_of_jwt(encoded: str, world: World) -> App:
    issuer = _unverified(encoded).get("iss")
    if not isinstance(issuer, str | int):
        raise RefusalError(401, "'Issuer' claim ('iss') must be an Integer", page="")
    app = world.apps.by_issuer(str(issuer))
    if app is None:
        raise RefusalError(404, "Integration not found", page="")
    unchecked = {
        "verify_exp": False,
        "verify_iat": False,
        "verify_nbf": False,
        "verify_iss": False,
        "verify_sub": False,
    }
    try:
        claims = jwt.decode(encoded, app.key.public, algorithms=["RS256"], options=unchecked)  # type: ignore[arg-type]
    except jwt.PyJWTError as error:
        raise undecodable_jwt() from error
    _check_times(claims)
    return app


def _unverified(encoded: str) -> dict[str, Any]:
    try:
        return jwt.decode(encoded, options={"verify_signature": False})
    except jwt.PyJWTError as error:
        raise undecodable_jwt() from error


def _check_times(claims: dict[str, Any]) -> None:
    """GitHub's own three sentences (octokit/auth-app.js#698, sigmavirus24/github3.py#1050)."""
    now, issued, expires = time.time(), claims.get("iat"), claims.get("exp")
    if not isinstance(expires, int | float) or expires <= now:
        raise RefusalError(
            401,
            "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the"
            " assertion expires",
            page="",
        )
    if expires > now + LONGEST_JWT:
        raise RefusalError(401, "'Expiration time' claim ('exp') is too far in the future", page="")
    if not isinstance(issued, int) or issued > now:
        raise RefusalError(
            401,
            "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
            page="",
        )
