"""Manifests that wait for their owner to confirm, and codes for the Apps that came of them (GITHUB.md §2)."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.playground.world.accounts import Account
from bot.playground.world.apps import App, Permissions
from bot.playground.world.clock import now

LIFETIME = timedelta(hours=1)
"""How long the whole handshake may take."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What somebody's browser posted; `hook_url` is null without a hook."""

    url: str
    name: str
    description: str | None
    public: bool
    hook_url: str | None
    redirect_url: str
    callback_urls: tuple[str, ...]
    setup_url: str | None
    permissions: Permissions
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A manifest whose owner has not confirmed yet; `state` goes back as it came."""

    manifest: Manifest
    owner: Account
    state: str


class Manifests:
    """Both, each for one use."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._codes: dict[str, tuple[App, datetime]] = {}

    def hold(self, waiting: Waiting) -> str:
        """Keeps it until it is confirmed; what the page's form names it by."""
        key = secrets.token_hex(10)
        self._waiting[key] = waiting
        return key

    def look_up(self, key: str) -> Waiting | None:
        """The one that waits under that key."""
        return self._waiting.get(key)

    def confirm(self, key: str, app: App) -> str:
        """It waits no longer; the code by which the App's secrets can be had once."""
        del self._waiting[key]
        code = secrets.token_hex(20)
        self._codes[code] = (app, now() + LIFETIME)
        return code

    def redeem(self, code: str) -> App | None:
        """The App of that code, once and within the hour."""
        app, ends = self._codes.pop(code, (None, now()))
        return app if ends > now() else None

    def expire_codes(self) -> None:
        """Ends every code's hour now."""
        self._codes = {code: (app, now()) for code, (app, _) in self._codes.items()}
