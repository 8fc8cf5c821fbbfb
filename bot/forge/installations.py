"""The App on GitHub: who it is, and where it is installed."""

from collections.abc import Mapping
from typing import Any

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.reading import understood
from bot.models.forge import AppIdentity, InstallationState
from bot.models.names import InstallationId


class Installations:
    """Asked as the App itself."""

    def __init__(self, app_client: GitHubClient) -> None:
        self._client = app_client

    async def identity(self) -> AppIdentity:
        """Who we are."""
        with understood("the App"):
            app = await self._client.getitem("/app")
            return AppIdentity(id=app["id"], slug=app["slug"])

    async def all(self) -> tuple[InstallationState, ...]:
        """Every installation, the suspended ones too."""
        with understood("installations"):
            found = self._client.getiter("/app/installations{?per_page}", {"per_page": "100"})
            return tuple([installation_state(installation) async for installation in found])

    async def state(self, installation: InstallationId) -> InstallationState:
        """One installation; raises Missing once it is uninstalled."""
        with understood("an installation"):
            url = "/app/installations/{id}"
            return installation_state(await self._client.getitem(url, {"id": str(installation)}))


def installation_state(installation: Mapping[str, Any]) -> InstallationState:
    """An installation as GitHub describes it, in our words; an enterprise has a slug instead of a login."""
    account = installation["account"] or {}
    return InstallationState(
        id=installation["id"],
        account=account.get("login") or account.get("slug") or "",
        suspended=installation["suspended_at"] is not None,
        all_repositories=words.is_every_repository(installation["repository_selection"]),
        permissions=installation["permissions"],
    )
