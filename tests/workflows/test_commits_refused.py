"""Each thing that keeps a pull request from being written has its word; and a branch that moves wins every race."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.models.conversation import Committed, Refused, WriteCommit
from bot.models.names import CommitSha
from bot.playground.git.objects import Placed, write_blob, write_commit_object, write_tree
from bot.playground.git.writing import SOMEBODY
from bot.playground.interception import Channel, DropConnection, Phase, RequestSummary
from bot.playground.world.accounts import AccountType
from bot.playground.world.pulls import PullRequest
from bot.store import commits
from bot.vocabulary import CommandRefusal, CommitKind
from bot.workflows.committing import commit_run_id
from tests.workflows import test_consulting as consulting
from tests.workflows.stage import BASE, BUMP, CLEAN, Stage, commit_on, repository_with, stage
from tests.workflows.test_committing import Scene, committing_on, scene, scene_with_proposals

CREATE = "/mutation/createCommitOnBranch"


def rows(on: Scene) -> int:
    with on.on_stage.services.database.read() as connection:
        return len(commits.of_pull(connection, on.pull.repository.id, on.pull.number))


async def refused_as(on: Scene, word: CommandRefusal) -> None:
    """Asked to apply, the word comes back, the head stays, and no commit is remembered."""
    shown = on.pull.head_sha
    assert await on.apply() == Refused(refusal=word)
    assert (on.pull.head_sha, rows(on)) == (shown, 0)


@pytest.mark.parametrize("rule", ["pull_request", "update", "required_status_checks", "merge_queue"])
async def test_a_ruleset(tmp_path: Path, rule: str) -> None:
    async with scene(tmp_path) as on:
        on.on_stage.playground.add_rule(on.pull.repository, "change", rule)
        await refused_as(on, CommandRefusal.BRANCH_PROTECTED)


async def test_classic_protection_and_a_merge_queue(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        playground = on.on_stage.playground
        await playground.enter_merge_queue(on.pull)
        await refused_as(on, CommandRefusal.IN_MERGE_QUEUE)
        await playground.leave_merge_queue(on.pull)
        playground.protect_branch(on.pull.repository, "change")
        await refused_as(on, CommandRefusal.BRANCH_PROTECTED)


@asynccontextmanager
async def from_fork(folder: Path, kind: AccountType) -> AsyncIterator[Scene]:
    async with stage(folder) as on_stage:
        playground = on_stage.playground
        repository = await repository_with(playground, BASE)
        top = await repository.git.resolve("refs/heads/main")
        await commit_on(repository, "change", top, BUMP)
        fork = playground.fork_repository(repository, {"User": "author"}.get(kind, "another-org"), kind)
        pull = await playground.open_pull_request("main", "change", repository=repository, fork=fork)
        await on_stage.settled()
        async with committing_on(on_stage, pull) as opened:
            yield opened


async def test_a_fork_of_a_person_is_written_only_where_edits_are_allowed(tmp_path: Path) -> None:
    async with from_fork(tmp_path, "User") as on:
        on.on_stage.playground.allow_edits(on.pull, allowed=False)
        await refused_as(on, CommandRefusal.FORK_NOT_WRITABLE)
        on.on_stage.playground.allow_edits(on.pull, allowed=True)
        assert isinstance(await on.apply(), Committed)
        assert await on.file("app/read.py") == CLEAN.replace(b"PyPDF2", b"pypdf")


async def test_a_fork_of_an_organisation_is_never_written_and_a_deleted_one_is_told(tmp_path: Path) -> None:
    async with from_fork(tmp_path, "Organization") as on:
        await refused_as(on, CommandRefusal.FORK_NOT_WRITABLE)
        on.on_stage.playground.delete_fork(on.pull)
        await refused_as(on, CommandRefusal.FORK_GONE)


async def with_executable(on_stage: Stage) -> PullRequest:
    """A pull request whose file of the rules is executable."""
    repository = await repository_with(on_stage.playground, BASE)
    git = repository.git
    base = await git.resolve("refs/heads/main")
    assert base is not None
    placed = [
        Placed("app/read.py", "100755", await write_blob(git, CLEAN)),
        Placed("requirements.txt", "100644", await write_blob(git, BUMP["requirements.txt"])),
    ]
    tree = await write_tree(git, (await git.commit(base)).tree, placed)
    head = await write_commit_object(git, tree, [base], "Bump", SOMEBODY, SOMEBODY)
    await git.set_ref("refs/heads/change", head)
    return await on_stage.playground.open_pull_request("main", "change", repository=repository)


async def test_an_executable_file_stays_one_also_when_it_is_taken_back(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await with_executable(on_stage)
        await on_stage.settled()
        async with committing_on(on_stage, pull) as on:
            made = await on.apply()
            assert isinstance(made, Committed)
            assert (await on.file("app/read.py"), await on.mode("app/read.py")) == (
                CLEAN.replace(b"PyPDF2", b"pypdf"),
                "100755",
            )
            assert isinstance(await on.undo(made), Committed)
            assert (await on.file("app/read.py"), await on.mode("app/read.py")) == (CLEAN, "100755")


async def test_a_push_that_comes_between_the_question_and_the_commit_wins(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        playground = on.on_stage.playground

        async def push(request: RequestSummary, phase: Phase) -> None:
            if phase is Phase.BEFORE and request.path == CREATE:
                playground.intercept = None
                await playground.push_files(on.pull, {"other.py": b"x = 1\n"})

        playground.intercept = push
        assert await on.apply() == Refused(refusal=CommandRefusal.HEAD_MOVED)
        assert await on.file("app/read.py") == CLEAN
        assert rows(on) == 0


async def test_of_two_commands_on_one_head_one_commits(tmp_path: Path) -> None:
    async with scene_with_proposals(tmp_path) as on:
        shown = CommitSha(on.pull.head_sha)
        acts = [WriteCommit(kind=CommitKind.ACCEPT, run_id=on.run_id, head_sha=shown, numbers=(n,)) for n in (1, 2)]
        first, second = [await on.committing.carry_out(act, on.place(n)) for n, act in enumerate(acts)]
        assert isinstance(first, Committed)
        assert second == Refused(refusal=CommandRefusal.HEAD_MOVED)
        assert await on.file("tools/first.py") == consulting.ASKED.replace(b"getPage(0)", b"pages[0]")


@pytest.mark.parametrize("pushed", [False, True], ids=["nothing follows", "somebody pushes on top"])
async def test_a_commit_whose_answer_was_lost_is_found_again(tmp_path: Path, pushed: bool) -> None:
    """The connection broke after GitHub acted; the same command, tried again, makes no second commit."""
    async with scene(tmp_path) as on:
        playground, shown = on.on_stage.playground, on.pull.head_sha

        async def lose(request: RequestSummary, phase: Phase) -> None:
            if request.channel is Channel.GRAPHQL and phase is Phase.AFTER and request.path == CREATE:
                playground.intercept = None
                if pushed:
                    await playground.push_files(on.pull, {"other.py": b"x = 1\n"})
                raise DropConnection

        playground.intercept = lose
        made = await on.apply()
        assert isinstance(made, Committed)
        assert (await on.pull.repository.git.commit(made.sha)).parents == (shown,)
        assert rows(on) == 1
        assert await on.apply(head_sha=shown) == made
        between = await on.pull.repository.git.commits_between(shown, on.pull.head_sha)
        assert len(between) == 1 + pushed


@pytest.mark.parametrize(
    "files",
    [{"app/read.py": b"import os\n"}, {"app/read.py": CLEAN.replace(b"PyPDF2", b"pypdf"), "more.py": b"import os\n"}],
    ids=["other bytes", "our bytes and a file more"],
)
async def test_a_foreign_commit_with_our_trailer_is_not_taken_for_ours(tmp_path: Path, files: dict[str, bytes]) -> None:
    async with scene(tmp_path) as on:
        shown = on.pull.head_sha
        message = f"Migrate PyPDF2 to pypdf\n\nObelize-Run: {commit_run_id(on.place())}\n"
        await on.on_stage.playground.push_files(on.pull, files, message)
        assert await on.apply(head_sha=shown) == Refused(refusal=CommandRefusal.HEAD_MOVED)
        assert rows(on) == 0
