"""The whole bot and the playground, talking over HTTP in one process: `async with stage(folder) as on_stage: ...`."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

from bot.cli.bot_application import Tempo, bot_application
from bot.forge import client
from bot.models.conversation import CommandPlace, Speaker
from bot.models.names import InstallationId, RepositoryId
from bot.playground.git.writing import Change, write_commit
from bot.playground.playground import Playground
from bot.playground.world.apps import KeyPair, new_key_pair
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.settings import Settings, given_settings
from bot.store import branch_scans, commands, deliveries, removals, runs
from bot.store.runs import Run
from bot.vocabulary import CommandState, RunState
from bot.workflows.services import Services
from tests.webhooks.serving import free_port
from webhooks.app import SERVICES
from webhooks.server import serving

MANIFEST = yaml.safe_load((Path(__file__).resolve().parents[2] / "app.yml").read_text())
PERMISSIONS: dict[str, str] = MANIFEST["default_permissions"]
EVENTS = tuple(MANIFEST["default_events"])
HURRY = Tempo(spacing=0.0, poll=0.05, sweep=3600.0)
UNFINISHED = (RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED)
WAITING = (CommandState.ENQUEUED, CommandState.DEFERRED)

GIVEN_AT = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)

Tree = Mapping[str, bytes | None]

CLEAN = b"from PyPDF2 import PdfReader\n\nprint(PdfReader('a.pdf').pages[0].extract_text())\n"
OLD = b"from PyPDF2.generic import AnnotationBuilder\n\nprint(AnnotationBuilder(), AnnotationBuilder())\n"
BASE: dict[str, bytes] = {"app/read.py": CLEAN, "app/old.py": OLD, "requirements.txt": b"PyPDF2==3.0.1\nrequests\n"}
BUMP: dict[str, bytes] = {"requirements.txt": b"pypdf==7.1.1\nrequests\n"}


@dataclass(frozen=True, slots=True)
class Stage:
    """Both ends, and what a test asks of them."""

    playground: Playground
    settings: Settings
    services: Services

    @contextmanager
    def unreachable(self) -> Iterator[None]:
        """The bot cannot be reached meanwhile: GitHub keeps the deliveries as failed."""
        hook = self.playground.hook_url
        self.playground.hook_url = f"http://127.0.0.1:{free_port()}/nobody"
        yield
        self.playground.hook_url = hook

    async def settled(self) -> None:
        """Until every delivery was carried out and every run of it has ended.

        What the bot does makes deliveries, and they make it work: it is over once both are still, twice in a row.
        """
        still = 0
        while still < 2:
            await self.playground.settle()
            at_work = await asyncio.to_thread(self._busy) or not self.playground.idle
            still = 0 if at_work else still + 1
            await asyncio.sleep(0.02)

    def _busy(self) -> bool:
        with self.services.database.read() as connection:
            owed = (
                runs.in_state(connection, *UNFINISHED)
                or branch_scans.in_state(connection, *UNFINISHED)
                or commands.in_state(connection, WAITING)
            )
            if owed or deliveries.any_unfinished(connection):
                return True
            removed = removals.pending(connection)
        return any(self.services.enqueuer.is_alive(removal.workflow_id) for removal in removed)

    def runs(self) -> list[Run]:
        """Every run, oldest first."""
        with self.services.database.read() as connection:
            return runs.in_state(connection, *RunState)

    async def checks(self, pull: PullRequest) -> list[dict[str, Any]]:
        """The check runs on the pull request's head, as GitHub shows them."""
        snapshot = await self.playground.snapshot(pull)
        return [check for check in snapshot["check_runs"] if check["head_sha"] == pull.head_sha]

    async def comments(self, pull: PullRequest) -> list[dict[str, Any]]:
        """The comments of the pull request."""
        snapshot = await self.playground.snapshot(pull)
        found: list[dict[str, Any]] = snapshot["comments"]
        return found


def counting(checks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Check runs that say something about their head: completed, and not cancelled."""
    return [check for check in checks if check["status"] == "completed" and check["conclusion"] != "cancelled"]


def bot_settings(playground: Playground, folder: Path, **more: object) -> Settings:
    """Settings for a bot that works against this playground."""
    app = playground.app
    return given_settings(
        {
            "GITHUB_APP_ID": app.id,
            "GITHUB_PRIVATE_KEY": app.key.private,
            "GITHUB_WEBHOOK_SECRET": app.webhook_secret,
            "GITHUB_URL": playground.web_url,
            "GITHUB_API_URL": playground.api_url,
            "OBELIZE_DATA": folder,
            "PORT": free_port(),
            **more,
        }
    )


_SHORT_PAUSES = (0.02, 0.05)
"""Between the tries of a request that failed: whether they are as long as they should be is shown in tests/forge."""

_KEYS: list[KeyPair] = []


def key_pair() -> KeyPair:
    """One key for all tests; making one takes a while."""
    if not _KEYS:
        _KEYS.append(new_key_pair())
    return _KEYS[0]


@asynccontextmanager
async def playing() -> AsyncIterator[Playground]:
    """A playground with the App's real grants; an unknown route or a wrong answer of its own fails the test."""
    async with await Playground.start(permissions=PERMISSIONS, events=EVENTS, key=key_pair()) as playground:
        with patch.object(client, "_PAUSES_AFTER_FAILURE", _SHORT_PAUSES):
            yield playground
        assert playground.unknown_routes == []
        assert playground.faults_found == []


@asynccontextmanager
async def stage(folder: Path, tempo: Tempo = HURRY, **more: object) -> AsyncIterator[Stage]:
    """The bot serves and is GitHub's hook."""
    async with playing() as playground:
        settings = bot_settings(playground, folder, **more)
        async with bot_application(settings, tempo) as app, serving(app, settings.host, settings.port):
            playground.hook_url = f"{settings.public_url}/webhooks/github"
            yield Stage(playground, settings, app[SERVICES])
            playground.hook_url = None


async def repository_with(playground: Playground, tree: Tree, name: str = "app") -> Repository:
    """A repository whose default branch holds these files."""
    repository = await playground.add_repository(None, owner="octo", name=name, default_branch="main")
    await commit_on(repository, "main", None, tree)
    return repository


async def commit_on(repository: Repository, branch: str, parent: str | None, tree: Tree) -> str:
    """A commit at the top of a branch."""
    sha = await write_commit(repository.git, parent, Change(files=dict(tree), message=f"Change {branch}"))
    await repository.git.set_ref(f"refs/heads/{branch}", sha)
    return sha


async def pull_with(playground: Playground, base: Tree, change: Tree, name: str = "app", **more: Any) -> PullRequest:
    """A repository with these files, and an open pull request that changes some of them; nothing is announced yet."""
    repository = await repository_with(playground, base, name)
    top = await repository.git.resolve("refs/heads/main")
    await commit_on(repository, "change", top, change)
    return await playground.open_pull_request("main", "change", repository=repository, **more)


def place_of(on_stage: Stage, repository: Repository, number: int, command: int = 1) -> CommandPlace:
    """Where the maintainer's command of that number (`command`) is carried out, on a pull request or an issue."""
    return CommandPlace(
        command_id=f"command/{repository.id}/comment/{command}",
        line=1,
        installation_id=InstallationId(on_stage.playground.installation_of(repository).id),
        repository_id=RepositoryId(repository.id),
        full_name=repository.full_name,
        pull=number,
        speaker=Speaker(id=583, login="maintainer"),
        permission="write",
        given_at=GIVEN_AT,
    )
