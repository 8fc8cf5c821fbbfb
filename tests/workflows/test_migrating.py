"""`/obelize migrate`: one branch and one pull request, whatever happens, and nobody's commit is lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.forge.errors import Unavailable
from bot.models.conversation import CommandPlace, MigrationOpened, Refused
from bot.models.names import CommitSha, RunId
from bot.packs.loader import bundled_packs
from bot.playground.interception import Phase
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.rules.engine.kinds import parameter_models
from bot.source.git_failed import GitFailed
from bot.store import commits, migration_branches
from bot.store.artifacts import RunFolder
from bot.store.migration_branches import MigrationBranch
from bot.vocabulary import CommandRefusal, CommitKind
from bot.workflows.migrating import BRANCH, Migrating
from tests.forge.github_stage import Death, forge_for
from tests.workflows.stage import BASE, CLEAN, Stage, Tree, place_of, repository_with, stage

MIGRATED = b"from pypdf import PdfReader\n\nprint(PdfReader('a.pdf').pages[0].extract_text())\n"
ISSUE = 12


@dataclass(frozen=True)
class Scene:
    """A repository whose default branch uses an old library, and the one who migrates for people."""

    on_stage: Stage
    repository: Repository
    migrating: Migrating

    async def ask(self, command: int = 1) -> MigrationOpened | Refused:
        return await self.migrating.carry_out(self.place(command))

    def place(self, command: int) -> CommandPlace:
        return place_of(self.on_stage, self.repository, ISSUE, command)

    async def push(self, files: Tree, branch: str = "main") -> str:
        """What people push; the bot has dealt with it afterwards."""
        sha = await self.on_stage.playground.push_branch(self.repository, branch, files)
        await self.on_stage.settled()
        return sha

    async def tip(self, branch: str = BRANCH) -> str | None:
        return await self.repository.git.resolve(f"refs/heads/{branch}")

    async def file(self, path: str) -> bytes | None:
        tip = await self.tip()
        entry = await self.repository.git.entry(tip, path) if tip is not None else None
        return None if entry is None else await self.repository.git.blob(entry.sha)

    def pulls(self) -> list[PullRequest]:
        return self.on_stage.playground.world.pulls.of(self.repository)

    def row(self) -> MigrationBranch:
        with self.on_stage.services.database.read() as connection:
            row = migration_branches.find(connection, self.repository.id)
        assert row is not None
        return row


@asynccontextmanager
async def scene(folder: Path, tree: Tree = BASE) -> AsyncIterator[Scene]:
    async with stage(folder) as on_stage, forge_for(on_stage.playground) as forge:
        repository = await repository_with(on_stage.playground, tree)
        # The first push is what makes the installation's repository known to the bot.
        await on_stage.playground.push_branch(repository, "main", {"README.md": b"hello\n"})
        await on_stage.settled()
        yield Scene(on_stage, repository, Migrating(on_stage.services, forge, bundled_packs(parameter_models())))


def opened(answer: MigrationOpened | Refused) -> MigrationOpened:
    assert isinstance(answer, MigrationOpened)
    return answer


async def test_a_branch_and_a_pull_request_are_opened(tmp_path: Path) -> None:
    """Rules' edits only; the run's folder is kept, and the pull request is looked at like any other."""
    async with scene(tmp_path) as at:
        main = await at.tip("main")
        answer = opened(await at.ask())
        (pull,) = at.pulls()
        assert (answer.pull, answer.opened, answer.sha) == (pull.number, True, await at.tip())
        assert await at.file("app/read.py") == MIGRATED
        assert (await at.file("requirements.txt"), await at.file("app/old.py")) == (
            BASE["requirements.txt"],
            BASE["app/old.py"],
        )
        written = await at.repository.git.commit(answer.sha)
        assert written.parents == (main,)
        assert written.message.startswith("Migrate PyPDF2 to pypdf in 1 file\n")
        assert f"Obelize-Run: {answer.run_id}" in written.message
        assert "Accepted-by: maintainer (write)" in written.message
        assert (pull.title, pull.author.login) == ("Migrate PyPDF2 to pypdf", "obelize[bot]")
        assert pull.body is not None
        assert f"`maintainer` asked for it in #{ISSUE}" in pull.body
        folder = RunFolder(at.repository.id, RunId(answer.run_id))
        assert at.on_stage.services.artifacts.read_file(folder, "patch.diff")
        await at.on_stage.settled()
        assert [run.key.pull for run in at.on_stage.runs()] == [pull.number]
        with at.on_stage.services.database.read() as connection:
            (made,) = commits.of_pull(connection, at.repository.id, pull.number)
        assert (made.sha, made.kind, made.before_sha) == (answer.sha, CommitKind.MIGRATE, main)


async def test_asked_twice_it_is_one(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        first, again, other = opened(await at.ask()), opened(await at.ask()), opened(await at.ask(command=2))
        assert (again.sha, other.sha) == (first.sha, first.sha)
        assert [answer.opened for answer in (first, again, other)] == [True, False, False]
        assert len(at.pulls()) == 1


async def test_a_push_to_the_default_branch_comes_in_as_a_merge(tmp_path: Path) -> None:
    """And what it brings is migrated too; nothing of the branch is lost."""
    async with scene(tmp_path) as at:
        before = opened(await at.ask()).sha
        main = await at.push({"app/new.py": CLEAN})
        tip = await at.tip()
        assert tip is not None
        assert (await at.repository.git.commit(tip)).parents == (before, main)
        assert (await at.file("app/new.py"), await at.file("app/read.py")) == (MIGRATED, MIGRATED)
        (pull,) = at.pulls()
        assert pull.head_sha == tip
        assert pull.body is not None
        assert "| rewritten here, in 2 files |" in pull.body


async def test_a_commit_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        await at.ask()
        theirs = await at.push({"app/read.py": b"# mine\n"}, BRANCH)
        await at.push({"app/new.py": CLEAN})
        assert await at.tip() == theirs
        assert await at.ask(command=2) == Refused(refusal=CommandRefusal.BRANCH_NOT_OURS)
        assert await at.tip() == theirs


async def test_a_branch_of_that_name_that_was_there_before_is_left_alone(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        theirs = await at.push({"x": b"y"}, BRANCH)
        assert await at.ask() == Refused(refusal=CommandRefusal.BRANCH_NOT_OURS)
        assert (await at.tip(), at.pulls()) == (theirs, [])


async def test_a_closed_one_is_followed_no_more_and_asked_again_it_is_a_new_one(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        first = opened(await at.ask())
        (pull,) = at.pulls()
        await at.on_stage.playground.close(pull)
        await at.push({"app/new.py": CLEAN})
        assert await at.tip() == first.sha
        second = opened(await at.ask(command=2))
        assert (second.opened, second.pull != first.pull) == (True, True)
        assert await at.file("app/new.py") == MIGRATED


async def test_where_nothing_can_be_rewritten_nothing_is_opened(tmp_path: Path) -> None:
    async with scene(tmp_path, {"app/old.py": BASE["app/old.py"], "requirements.txt": b"PyPDF2==3.0.1\n"}) as at:
        assert await at.ask() == Refused(
            refusal=CommandRefusal.NOTHING_TO_APPLY, detail="4 places are left for a person."
        )
        assert (await at.tip(), at.pulls()) == (None, [])


async def test_a_paused_repository_opens_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path, {**BASE, ".obelize.yml": b"paused: true\n"}) as at:
        assert await at.ask() == Refused(refusal=CommandRefusal.NO_CONFIGURATION)


async def test_a_process_that_ended_after_the_branch_was_made_finds_it(tmp_path: Path) -> None:
    """As if it was killed before it could note that it had moved the branch."""
    async with scene(tmp_path) as at:
        first = opened(await at.ask())
        forgotten = replace(at.row(), sha=None, pull=None)
        with at.on_stage.services.database.write() as connection:
            migration_branches.put(connection, forgotten)
        again = opened(await at.ask())
        assert (again.sha, again.pull, again.opened) == (first.sha, first.pull, False)
        assert len(at.pulls()) == 1
        assert at.row().sha == CommitSha(first.sha)


async def until_done(at: Scene, death: Death) -> MigrationOpened:
    while True:
        async with forge_for(at.on_stage.playground) as process:
            try:
                return opened(await Migrating(at.on_stage.services, process, at.migrating.packs).carry_out(at.place(1)))
            except (Unavailable, GitFailed):
                death.restart()


@pytest.mark.parametrize(
    "phase", [Phase.BEFORE, Phase.AFTER], ids=["before GitHub acted", "before the answer was read"]
)
async def test_whichever_request_the_bot_dies_at_there_is_one_branch_and_one_pull_request(
    tmp_path: Path, phase: Phase
) -> None:
    """The step runs again in a new process, as the durable workflow has it."""
    async with scene(tmp_path) as at:
        playground, hook = at.on_stage.playground, at.on_stage.playground.hook_url
        for number in range(0, 40, 2):
            playground.hook_url = hook
            repository = await repository_with(playground, BASE, f"app{number}")
            mine, death = replace(at, repository=repository), Death(number, phase)
            await mine.push({"README.md": b"hello\n"})
            playground.hook_url = None  # nothing else asks anything of GitHub meanwhile
            playground.intercept = death
            answer = await until_done(mine, death)
            playground.intercept = None
            assert [pull.number for pull in mine.pulls()] == [answer.pull]
            assert await mine.tip() == answer.sha
            assert len(await repository.git.commits_between("main", BRANCH)) == 1
            if not death.happened:
                break
        assert number > (7 if phase is Phase.BEFORE else 3), "it reads, makes objects, the branch and the pull request"
