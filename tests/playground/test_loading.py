"""Local repositories, the example, and a playground that runs with one pull request in it."""

from pathlib import Path

import pytest

from bot.playground import example
from bot.playground.git.command import Git, GitError, isolated_git
from bot.playground.git.load import RevisionError
from bot.playground.playground import Playground
from bot.playground.running import running_playground
from tests.playground.clients import Hook

MARK = "the hook ran"


@pytest.fixture
async def source(tmp_path: Path) -> Path:
    """A checkout with a branch, a remote branch, a stash-like ref, and hooks that leave a mark."""
    git = _git(tmp_path)
    path = tmp_path / "My project"
    path.mkdir()
    await git.run("init", "-q", "--initial-branch=trunk", cwd=path)
    await _commit(git, path, "one")
    await git.run("checkout", "-q", "-b", "topic/bump", cwd=path)
    await _commit(git, path, "two")
    sha = (await git.run("rev-parse", "HEAD", cwd=path)).decode().strip()
    await git.run("update-ref", "refs/remotes/origin/theirs", sha, cwd=path)
    await git.run("update-ref", "refs/stash", sha, cwd=path)
    for hook in ("post-checkout", "reference-transaction", "pre-receive", "post-index-change"):
        script = path / ".git" / "hooks" / hook
        script.write_text(f"#!/bin/sh\necho '{MARK}' >> '{tmp_path}/mark'\n")
        script.chmod(0o755)
    return path


def everything_in(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def _git(folder: Path) -> Git:
    home = folder / "home"
    home.mkdir()
    return isolated_git(home)


async def _commit(git: Git, path: Path, text: str) -> None:
    (path / "file.txt").write_text(text)
    who = {f"GIT_{role}_{part}": "x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    await git.run("add", ".", cwd=path)
    await git.run("commit", "-q", "-m", text, cwd=path, extra=who)


async def test_a_local_repository_is_copied_and_stays_as_it_was(playground: Playground, source: Path) -> None:
    before = everything_in(source)
    repository = await playground.add_repository(source, default_branch="trunk")
    refs = (await repository.git.run("for-each-ref", "--format=%(refname)")).decode().split()
    assert refs == ["refs/heads/topic/bump", "refs/heads/trunk"]
    assert repository.default_branch == "trunk"
    assert (await repository.git.run("symbolic-ref", "HEAD")).decode().strip() == "refs/heads/trunk"
    assert everything_in(source) == before
    assert source.parent / "mark" not in everything_in(source.parent)
    copied = {str(each.relative_to(repository.git.path)) for each in everything_in(repository.git.path)}
    assert not copied & {"hooks", "objects/info/alternates"}


@pytest.mark.parametrize(
    ("revision", "name"),
    [
        ("topic/bump", "topic/bump"),
        ("HEAD", "topic/bump"),
        ("refs/heads/topic/bump", "topic/bump"),
        ("origin/theirs", "theirs"),
        ("theirs", "theirs"),
        ("HEAD~0", "head"),
    ],
)
async def test_any_revision_becomes_a_branch(source: Path, revision: str, name: str) -> None:
    async with running_playground(source, "trunk", revision) as running:
        assert running.pull.head_ref == name
        assert running.pull.base_ref == "trunk"
        assert running.pull.title == "two"
        assert running.pull.repository.full_name == "local/My-project"


async def test_a_bare_sha_becomes_a_branch_too(source: Path) -> None:
    sha = (source / ".git" / "refs" / "heads" / "topic" / "bump").read_text().strip()
    async with running_playground(source, "trunk", sha) as running:
        assert (running.pull.head_ref, running.pull.head_sha) == ("head", sha)


@pytest.mark.parametrize(
    ("base", "head", "sentence"),
    [
        ("trunk", "nothing", "'nothing' names no commit"),
        ("nothing", "HEAD", "'nothing' names no commit"),
        ("trunk", "--all", "'--all' names no commit"),
        ("trunk", "trunk", "'trunk' is the base branch itself"),
    ],
)
async def test_a_revision_that_cannot_be_used_is_said_in_a_sentence(
    source: Path, base: str, head: str, sentence: str
) -> None:
    with pytest.raises(RevisionError, match=sentence):
        async with running_playground(source, base, head):
            pass


async def test_a_folder_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError):
        async with running_playground(tmp_path):
            pass


async def test_nothing_is_left_on_the_disk(source: Path) -> None:
    async with running_playground(source, "trunk") as running:
        folder = running.pull.repository.git.path.parent
        assert folder.is_dir()
    assert not folder.exists()


async def test_the_example_is_the_same_everywhere(playground: Playground) -> None:
    """Fixed authors, dates and bytes: made twice, the same two shas."""
    made = [await example.write_example((await playground.add_repository(None, name=f"r{i}")).git) for i in range(2)]
    assert made[0] == made[1]


async def test_the_example_bumps_the_dependency_and_nothing_else() -> None:
    async with running_playground(None) as running:
        git, pull = running.pull.repository.git, running.pull
        diff = (await git.run("diff", "-U0", pull.base_sha, pull.head_sha)).decode()
        changed = [line for line in diff.splitlines() if is_change(line)]
        assert changed == [
            '-    "PyPDF2>=3.0,<4",',
            '+    "pypdf>=7.1,<8",',
            "-PyPDF2==3.0.1",
            "+pypdf==7.1.1",
        ]
        listed = (await git.run("ls-tree", "-r", "--name-only", pull.head_sha)).decode().split()
        assert 8 <= len(listed) <= 12
        uses = (await git.run("grep", "-l", "PyPDF2", pull.head_sha, "--", "*.py")).decode().split()
        assert len(uses) == 6


def is_change(line: str) -> bool:
    return line[:1] in "+-" and not line.startswith(("+++", "---"))


async def test_a_running_playground_is_announced_when_the_bot_listens(hook: Hook) -> None:
    async with running_playground(None) as running:
        running.playground.hook_url = hook.url
        await running.announce()
        assert running.page == f"{running.playground.web_url}/northgate-archive/mailroom/pull/1"
        assert running.playground.faults_found == []
    assert hook.events() == ["installation", "check_suite", "pull_request"]
