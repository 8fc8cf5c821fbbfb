"""Takes a local repository in: a bare copy that shares nothing with it, and the two branches of a pull request."""

import re
from dataclasses import dataclass
from pathlib import Path

from bot.playground.git.bare import BareRepository
from bot.playground.git.command import Git

_SHA = re.compile(r"[0-9a-f]{7,40}")
_REMOTE = re.compile(r"^(?:refs/)?(?:remotes/)?(?:origin|upstream)/")


class RevisionError(Exception):
    """The repository has no commit of that name; the message is for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of the copy: its name as the page shows it, and the commit it points at."""

    name: str
    sha: str


async def clone_bare(git: Git, source: Path, target: Path) -> BareRepository:
    """Copies every ref and object of `source` (bare or not). No hook runs, no remote is contacted.

    Raises GitError when `source` is no repository.
    """
    await git.run(
        "clone", "--quiet", "--mirror", "--no-local", "--no-hardlinks", "--template=", "--",
        _absolute(source), str(target),
        cwd=target.parent,
    )  # fmt: skip
    copy = BareRepository(git, target)
    await copy.run("remote", "remove", "origin")
    return copy


async def new_bare(git: Git, target: Path) -> BareRepository:
    """An empty repository."""
    await git.run("init", "--quiet", "--bare", "--template=", "--initial-branch=main", str(target), cwd=target.parent)
    return BareRepository(git, target)


async def take_branch(copy: BareRepository, source: Path, revision: str, fallback: str) -> Branch:
    """Makes what `revision` names in `source` a branch of the copy.

    A remote branch loses its remote's name; a bare sha or an expression gets `fallback` for a name. Raises
    RevisionError.
    """
    sha = await _commit_in(copy.git, source, revision)
    name = await _branch_name(copy, await _spelled_out(copy.git, source, revision), sha, fallback)
    await copy.set_ref(f"refs/heads/{name}", sha)
    return Branch(name, sha)


async def keep_only_branches_and_tags(copy: BareRepository) -> None:
    """Drops refs that GitHub would not have: remote-tracking branches, stashes, notes of tools."""
    output = await copy.run("for-each-ref", "--format=%(refname)")
    for ref in output.decode("utf-8", "replace").splitlines():
        if not ref.startswith(("refs/heads/", "refs/tags/")):
            await copy.delete_ref(ref)


def _absolute(source: Path) -> str:
    return str(source.resolve())


async def _commit_in(git: Git, source: Path, revision: str) -> str:
    """The commit of a revision; a branch that only the remote has is found by its bare name too."""
    for candidate in (revision, f"origin/{revision}"):
        code, output, _ = await git.attempt(
            "rev-parse", "--verify", "--quiet", "--end-of-options", candidate + "^{commit}", cwd=source
        )
        if code == 0:
            return output.decode().strip()
    raise RevisionError(f"{revision!r} names no commit in {source}")


async def _spelled_out(git: Git, source: Path, revision: str) -> str:
    """`HEAD` as the branch that is checked out, where one is."""
    if revision != "HEAD":
        return revision
    code, output, _ = await git.attempt("symbolic-ref", "--quiet", "--short", "HEAD", cwd=source)
    return output.decode().strip() if code == 0 else revision


async def _branch_name(copy: BareRepository, revision: str, sha: str, fallback: str) -> str:
    short = _REMOTE.sub("", revision).removeprefix("refs/heads/").removeprefix("heads/")
    code, _, _ = await copy.git.attempt("check-ref-format", "--branch", short, cwd=copy.path)
    if code != 0 or short == "HEAD" or (_SHA.fullmatch(short) and sha.startswith(short)):
        return fallback
    return short
