"""What all clients of this process share: connections, tokens, entity tags, and a pace for each installation."""

import aiohttp
from cachetools import LRUCache

from bot.forge.app_auth import AppCredential
from bot.forge.budget import CallBudget
from bot.forge.client import GitHubClient
from bot.forge.clock import Clock
from bot.forge.etags import EtagCache
from bot.forge.pace import Pace
from bot.forge.scope import Scope
from bot.forge.tokens import InstallationCredential, InstallationTokens
from bot.forge.transport import Transport
from bot.models.names import InstallationId

_MOST_PACES = 10_000


class Connections:
    """Makes clients: `app` speaks as the App, `client()` as an installation; seconds for both times."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        api_url: str,
        credential: AppCredential,
        clock: Clock,
        *,
        spacing: float,
        longest_sleep: float,
    ) -> None:
        self._transport = Transport(session, api_url)
        self._clock = clock
        self._spacing = spacing
        self._longest_sleep = longest_sleep
        self._etags = EtagCache()
        self._paces: LRUCache[InstallationId, Pace] = LRUCache(_MOST_PACES)
        self.app = GitHubClient(self._transport, credential, self._pace(spacing), clock)
        # Minting creates nothing that anybody sees, and must not queue behind what does.
        minting = GitHubClient(self._transport, credential, self._pace(0.0), clock)
        self.tokens = InstallationTokens(minting, clock)

    def client(self, scope: Scope, budget: CallBudget | None = None) -> GitHubClient:
        """A client whose token is narrowed to the scope; what it learns is kept apart from other scopes."""
        pace = self._paces.setdefault(scope.installation, self._pace(self._spacing))
        credential = InstallationCredential(self.tokens, scope)
        return GitHubClient(self._transport, credential, pace, self._clock, budget=budget, kept=self._etags.view(scope))

    def forget(self, installation: InstallationId) -> None:
        """Drop the tokens and answers of an installation that is gone or suspended."""
        self.tokens.forget(installation)
        self._etags.forget(installation)

    def _pace(self, spacing: float) -> Pace:
        return Pace(self._clock, spacing=spacing, longest_sleep=self._longest_sleep)
