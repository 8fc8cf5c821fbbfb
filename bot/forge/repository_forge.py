"""One repository on GitHub, as a run sees it: each operation with a token that may do that and nothing else."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from bot.forge.budget import CallBudget
from bot.forge.check_runs import CheckRuns
from bot.forge.client import GitHubClient
from bot.forge.comments import StandingComments
from bot.forge.commit_checks import OtherChecks
from bot.forge.commits import Commits
from bot.forge.connections import Connections
from bot.forge.git_credentials import fetch_environment
from bot.forge.git_data import GitData
from bot.forge.own_pulls import OwnPulls
from bot.forge.people import People
from bot.forge.permissions import (
    CLOSE_THREADS,
    OPEN_PULL,
    POST_CHECK,
    POST_COMMENT,
    POST_REVIEW,
    READ_CONTENTS,
    READ_PEOPLE,
    READ_PULLS,
    READ_VERDICT,
    WRITE_CONTENTS,
    Purpose,
)
from bot.forge.pulls import Pulls
from bot.forge.reading import understood
from bot.forge.repositories import DefaultBranch, Repositories
from bot.forge.review_threads import ReviewThreads
from bot.forge.reviews import ReviewComments
from bot.forge.run_refs import RunRefs
from bot.forge.scope import Scope
from bot.forge.spoken_comments import SpokenComments
from bot.models.forge import AppIdentity, RepositoryState
from bot.models.names import InstallationId, RepositoryId


class RepositoryForge:
    """`checks`, `comments` (ours), `spoken` (other people's), `people`, `reviews`, `threads`, `pulls`, `commits`,
    `other_checks`, `run_refs` and `default_branch` of one repository, under the name it had when this was made.

    The tokens are narrowed by number, so that a name that changed hands in between can be read at worst, never written.
    """

    def __init__(
        self,
        connections: Connections,
        web_url: str,
        app: Callable[[], Awaitable[AppIdentity]],
        *,
        installation: InstallationId,
        repository: RepositoryId,
        full_name: str,
        budget: CallBudget | None,
    ) -> None:
        self._connections = connections
        self._web_url = web_url
        self._installation = installation
        self._repository = repository
        self.full_name = full_name
        self.budget = budget
        owner, name = full_name.split("/")
        at = {"owner": owner, "name": name}
        self._app = app
        self._contents = contents = self._client(READ_CONTENTS)
        self.checks = CheckRuns(self._client(POST_CHECK), at, app)
        self.comments = StandingComments(self._client(POST_COMMENT), at, app)
        self.spoken = SpokenComments(self._client(POST_COMMENT), at)
        self.people = People(self._client(READ_PEOPLE), at)
        self.reviews = ReviewComments(self._client(POST_REVIEW), at, app)
        self.threads = ReviewThreads(self._client(CLOSE_THREADS), at)
        self.pulls = Pulls(self._client(READ_PULLS), contents, at)
        self.commits = Commits(self._client(WRITE_CONTENTS), contents, at)
        self.other_checks = OtherChecks(self._client(READ_VERDICT), at, app)
        self.objects = GitData(self._client(WRITE_CONTENTS), full_name)
        self.run_refs = RunRefs(self.objects, self.own_address)
        self.own_pulls = OwnPulls(self._client(OPEN_PULL), at)
        self.default_branch = DefaultBranch(contents, at)
        self._by_number = Repositories(contents)

    @property
    def accounts_host(self) -> str:
        """Where people's accounts are: `github.com`, or the host of an Enterprise server."""
        return urlsplit(self._web_url).hostname or ""

    async def own_address(self) -> str:
        """Our account as git writes a person: the address is made of the account's number, not of the App's."""
        app = await self._app()
        with understood("an account"):
            account = await self._contents.getitem("/users/{login}", {"login": app.login})
            return f"{app.login} <{account['id']}+{app.login}@users.noreply.{self.accounts_host}>"

    @property
    def clone_url(self) -> str:
        """Where git fetches from; made from settings, never taken from a payload."""
        return f"{self._web_url}/{self.full_name}.git"

    async def state(self) -> RepositoryState:
        """The repository as it is now, under its present name; raises Missing when it is gone."""
        return await self._by_number.state(self._repository)

    async def fetch_environment(self) -> dict[str, str]:
        """What to add to git's environment to fetch from `clone_url`, with a token that may read the contents only."""
        token = await self._connections.tokens.token(self._scope(READ_CONTENTS))
        return fetch_environment(self._web_url, token)

    def _client(self, purpose: Purpose) -> GitHubClient:
        return self._connections.client(self._scope(purpose), self.budget)

    def _scope(self, purpose: Purpose) -> Scope:
        return Scope(self._installation, self._repository, purpose)
