"""The way in to GitHub: one object for the process; `repository()` gives what a run works with.

Values in, frozen records of `bot/models/forge.py` out, and where that fails an error of `bot/forge/errors.py`.
"""

import re
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Self

from bot.forge.app_auth import AppCredential
from bot.forge.budget import CallBudget
from bot.forge.clock import Clock, SystemClock
from bot.forge.connections import Connections
from bot.forge.hooks import HookDeliveries
from bot.forge.installations import Installations
from bot.forge.permissions import LIST_REPOSITORIES
from bot.forge.repositories import Repositories
from bot.forge.repository_forge import RepositoryForge
from bot.forge.scope import Scope
from bot.forge.transport import open_session
from bot.models.forge import AppIdentity, FailedDelivery, InstallationState, RepositoryState
from bot.models.names import InstallationId, RepositoryId

GITHUB_API_URL = "https://api.github.com"
GITHUB_URL = "https://github.com"

_FULL_NAME = re.compile(r"(?!\.{1,2}/)[A-Za-z0-9._-]+/(?!\.{1,2}$)[A-Za-z0-9._-]+")


class Forge:
    """An open connection to GitHub, or to an Enterprise server; used as `async with Forge(...) as forge`.

    `app_id` is the client id or the App's number, `private_key` the PEM text. `spacing` is the seconds between two
    writes of one installation, `longest_sleep` the longest limit, in seconds, that is waited for instead of raised.
    """

    def __init__(
        self,
        *,
        app_id: str,
        private_key: str,
        api_url: str = GITHUB_API_URL,
        web_url: str = GITHUB_URL,
        spacing: float = 1.0,
        longest_sleep: float = 30.0,
        clock: Clock | None = None,
    ) -> None:
        self._clock = clock or SystemClock()
        self._credential = AppCredential(app_id, private_key, self._clock)
        self._api_url = api_url.rstrip("/")
        self._web_url = web_url.rstrip("/")
        self._spacing = spacing
        self._longest_sleep = longest_sleep
        self._open = AsyncExitStack()
        self._identity: AppIdentity | None = None

    async def __aenter__(self) -> Self:
        await self._credential.token()
        session = await self._open.enter_async_context(open_session())
        self._connections = Connections(
            session,
            self._api_url,
            self._credential,
            self._clock,
            spacing=self._spacing,
            longest_sleep=self._longest_sleep,
        )
        self._installations = Installations(self._connections.app)
        self._hooks = HookDeliveries(self._connections.app)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def identity(self) -> AppIdentity:
        """Who we are; asked once."""
        if self._identity is None:
            self._identity = await self._installations.identity()
        return self._identity

    def repository(
        self,
        installation: InstallationId,
        repository: RepositoryId,
        full_name: str,
        budget: CallBudget | None = None,
    ) -> RepositoryForge:
        """One repository's operations, whose calls the budget counts; asks nothing yet.

        `full_name` should be the present one (`RepositoryState.full_name`); raises ValueError when it cannot be one.
        """
        if _FULL_NAME.fullmatch(full_name) is None:
            raise ValueError("a repository's full name is owner/name")
        return RepositoryForge(
            self._connections,
            self._web_url,
            self.identity,
            installation=installation,
            repository=repository,
            full_name=full_name,
            budget=budget,
        )

    async def repository_state(self, installation: InstallationId, repository: RepositoryId) -> RepositoryState:
        """A repository of which only the numbers are known; raises Missing or NotGranted when it is not ours."""
        scope = Scope(installation, repository, LIST_REPOSITORIES)
        return await Repositories(self._connections.client(scope)).state(repository)

    async def installations(self) -> tuple[InstallationState, ...]:
        """Every installation of the App, the suspended ones too."""
        return await self._installations.all()

    async def installation(self, installation: InstallationId) -> InstallationState:
        """One installation; raises Missing once it is uninstalled."""
        return await self._installations.state(installation)

    async def installation_repositories(self, installation: InstallationId) -> tuple[RepositoryState, ...]:
        """Every repository that an installation covers; raises Suspended, or Missing once it is uninstalled."""
        scope = Scope(installation, None, LIST_REPOSITORIES)
        return await Repositories(self._connections.client(scope)).of_installation()

    def forget(self, installation: InstallationId) -> None:
        """Drop tokens and cached answers of an installation that is gone or suspended."""
        self._connections.forget(installation)

    async def failed_deliveries(self, since: datetime) -> tuple[FailedDelivery, ...]:
        """Deliveries that never arrived since that time (with a time zone), oldest first."""
        return await self._hooks.failed_since(since)

    async def redeliver(self, delivery: FailedDelivery) -> None:
        """Have GitHub send a delivery again, under the same GUID."""
        await self._hooks.redeliver(delivery.attempt_id)
