"""Installation tokens: opaque, one hour, narrowed to repositories and permissions (GITHUB.md §1.2)."""

import base64
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.playground.world.apps import LEVELS, Installation, Permissions
from bot.playground.world.clock import now

LIFETIME = timedelta(hours=1)


@dataclass(slots=True)
class Token:
    """One token. `repository_ids` is null when it was not narrowed and follows the installation."""

    value: str
    installation: Installation
    permissions: Permissions
    repository_ids: frozenset[int] | None
    expires_at: datetime

    def reaches(self, repository_id: int) -> bool:
        """Whether the repository is within what the token was narrowed to, and still installed."""
        narrowed = self.repository_ids is None or repository_id in self.repository_ids
        return narrowed and repository_id in self.installation.repository_ids

    def allows(self, permission: str, level: str) -> bool:
        """Whether the token carries that permission at that level or a higher one."""
        return LEVELS.get(self.permissions.get(permission, ""), 0) >= LEVELS[level]


class Tokens:
    """The tokens that GitHub knows; a revoked one is forgotten."""

    def __init__(self) -> None:
        self._by_value: dict[str, Token] = {}

    def issue(
        self,
        installation: Installation,
        permissions: Permissions,
        repository_ids: frozenset[int] | None,
        *,
        stateless: bool,
    ) -> Token:
        """A new token of one of the two forms that GitHub issues (GITHUB.md §1.2)."""
        value = _stateless(installation) if stateless else "ghs_" + secrets.token_urlsafe(27).replace("-", "x")
        token = Token(value, installation, dict(permissions), repository_ids, now() + LIFETIME)
        self._by_value[value] = token
        return token

    def find(self, value: str) -> Token | None:
        """The live token of that value: neither expired nor revoked, its installation still there."""
        token = self._by_value.get(value)
        return token if token is not None and token.expires_at > now() else None

    def revoke(self, token: Token) -> None:
        """Forgets one token."""
        self._by_value.pop(token.value, None)

    def revoke_installation(self, installation: Installation) -> None:
        """Forgets all tokens of an installation, as uninstalling does."""
        for token in [each for each in self._by_value.values() if each.installation is installation]:
            self.revoke(token)

    def expire_all(self) -> None:
        """Ends every token's hour now; what a long job meets on the next call."""
        for token in self._by_value.values():
            token.expires_at = now()


def _stateless(installation: Installation) -> str:
    def part(size: int) -> str:
        return base64.urlsafe_b64encode(secrets.token_bytes(size)).decode().rstrip("=")

    return f"ghs_{installation.app.id}_{part(27)}.{part(200)}.{part(150)}"
