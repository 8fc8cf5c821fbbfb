"""The playground with one repository and one pull request, and the real forge that speaks to it over HTTP."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.forge.budget import CallBudget
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.names import InstallationId, RepositoryId
from bot.playground.git.writing import Change, write_commit
from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.apps import KeyPair
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository

CONFIG = b"packs: [py-pdf/pypdf2-to-pypdf]\n# caf\xe9\n"


class ImpatientClock:
    """The real time, plus what was slept without waiting."""

    def __init__(self) -> None:
        self.slept = 0.0

    def now(self) -> float:
        return time.time() + self.slept

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds


@dataclass
class GitHubStage:
    """`forge` and `here` are ours; the rest belongs to the other side."""

    playground: Playground
    repository: Repository
    pull: PullRequest
    forge: Forge

    @property
    def installation(self) -> InstallationId:
        return InstallationId(self.playground.installation_of(self.repository).id)

    @property
    def repository_id(self) -> RepositoryId:
        return RepositoryId(self.repository.id)

    @property
    def here(self) -> RepositoryForge:
        return self.repository_forge()

    def repository_forge(self, budget: CallBudget | None = None, forge: Forge | None = None) -> RepositoryForge:
        full_name = self.repository.full_name
        return (forge or self.forge).repository(self.installation, self.repository_id, full_name, budget)


@asynccontextmanager
async def open_stage(key: KeyPair) -> AsyncIterator[GitHubStage]:
    """octo-org/example with an open pull request; ends with an error if the playground was asked what it lacks."""
    async with await Playground.start(key=key) as playground:
        repository = await playground.add_repository(None)
        base = await write_commit(
            repository.git, None, Change({"app.py": b"x = 1\n", ".obelize.yml": CONFIG}, "First\n")
        )
        head = await write_commit(repository.git, base, Change({"app.py": b"x = 2\n"}, "Second\n"))
        await repository.git.set_ref("refs/heads/main", base)
        await repository.git.set_ref("refs/heads/bump", head)
        pull = await playground.open_pull_request("main", "bump")
        async with forge_for(playground) as forge:
            yield GitHubStage(playground, repository, pull, forge)
        assert playground.unknown_routes == []
        assert playground.faults_found == []


def forge_for(playground: Playground) -> Forge:
    """A forge as a process that has just started has one."""
    return Forge(
        app_id=playground.app.client_id,
        private_key=playground.app.key.private,
        api_url=playground.api_url,
        web_url=playground.web_url,
        spacing=0.0,
        clock=ImpatientClock(),
    )


class Death:
    """The bot's process dies when its request number `at` arrives, or after GitHub acted on it and before the answer;
    then only requests that change something count, a read leaves nothing behind.

    Until `restart` no request gets an answer.
    """

    def __init__(self, at: int, phase: Phase) -> None:
        self._at = at
        self._phase = phase
        self._arrived = -1
        self.happened = False
        self._dead = False

    def restart(self) -> None:
        self._dead = False

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        if self._dead:
            raise DropConnection
        if self._phase is Phase.AFTER and not summary.writes:
            return
        if phase is Phase.BEFORE:
            self._arrived += 1
        if not self.happened and self._arrived == self._at and phase is self._phase:
            self.happened = self._dead = True
            raise DropConnection
