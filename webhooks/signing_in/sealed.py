"""Cookies that this server alone can read and make: encrypted and signed (Fernet, of `cryptography`), with an age.

Fernet itself rather than a session library upon it: two kinds of cookies are sealed here, one of them once a sign-in,
and what a library would add is a middleware. The browser must send a cookie back over TLS, to this very host, and to no
script; of a request that another site makes it comes along only where a link is followed.
"""

import base64
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from aiohttp import web
from cryptography.fernet import Fernet, InvalidToken

_LARGEST = 3_500
"""Characters; browsers keep 4,096 bytes of a cookie."""


class SealedCookies:
    """Sets and reads them. `key` has 32 bytes; `https` is whether people come by TLS."""

    def __init__(self, key: bytes, *, https: bool, now: Callable[[], datetime]) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(key))
        self._https = https
        self._now = now

    def name(self, plain: str) -> str:
        """What the cookie is called. With the prefix no other host and no plain connection can have set it."""
        return f"__Host-{plain}" if self._https else plain

    def put(self, response: web.StreamResponse, plain: str, values: Mapping[str, Any], seconds: int) -> None:
        """Seal the values, which hold for so long; its name is sealed in, so that no cookie does for another."""
        content = json.dumps({**values, "cookie": plain}).encode()
        sealed = self._fernet.encrypt_at_time(content, int(self._now().timestamp()))
        self._set(response, plain, sealed.decode().rstrip("="), seconds)

    def read(self, request: web.Request, plain: str, fields: tuple[str, ...], seconds: int) -> dict[str, Any] | None:
        """The values; null where there are none, they are older than that, or somebody else or another version's."""
        sealed = request.cookies.get(self.name(plain), "")
        if not sealed or len(sealed) > _LARGEST or not sealed.isascii():
            return None
        padded = sealed + "=" * (-len(sealed) % 4)
        try:
            content = self._fernet.decrypt_at_time(padded, seconds, int(self._now().timestamp()))
        except InvalidToken:
            return None
        values: dict[str, Any] = json.loads(content)
        return values if values.pop("cookie") == plain and values.keys() == set(fields) else None

    def drop(self, response: web.StreamResponse, plain: str) -> None:
        """The browser forgets it."""
        self._set(response, plain, "", 0)

    def _set(self, response: web.StreamResponse, plain: str, value: str, seconds: int) -> None:
        response.set_cookie(
            self.name(plain), value, max_age=seconds, path="/", secure=self._https, httponly=True, samesite="Lax"
        )
