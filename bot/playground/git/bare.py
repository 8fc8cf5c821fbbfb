"""One bare repository on the disk: what GitHub's pages and REST answers are read from.

Names and paths come from requests, so they travel behind `--end-of-options` or on stdin, never as an option.
"""

import io
import re
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.playground.git.command import Git

_FULL_SHA = re.compile(r"[0-9a-f]{40}")
_SHORT_SHA = re.compile(r"[0-9a-f]{7,39}")
_FORMAT = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x00"


@dataclass(frozen=True, slots=True)
class Signature:
    """Who wrote or committed, and when."""

    name: str
    email: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit, as far as GitHub's answers show it."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: Signature
    committer: Signature
    message: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a tree; `size` is null for what is not a blob."""

    mode: str
    kind: str
    sha: str
    size: int | None
    path: str


class BareRepository:
    """Reads objects and moves refs. Paths in trees are taken as UTF-8 with surrogates for other bytes."""

    def __init__(self, git: Git, path: Path) -> None:
        self.git = git
        self.path = path
        self._commits: dict[str, Commit] = {}

    async def run(self, *arguments: str, stdin: bytes = b"", extra: Mapping[str, str] | None = None) -> bytes:
        """Runs git inside the repository. Raises GitError."""
        return await self.git.run(*arguments, cwd=self.path, stdin=stdin, extra=extra)

    async def resolve(self, name: str) -> str | None:
        """The commit that a branch, a tag, `heads/x`, a full ref or a sha names; null when nothing does."""
        candidates = [
            f"refs/heads/{name}",
            f"refs/tags/{name}",
            f"refs/{name}",
            name if name.startswith("refs/") else "",
        ]
        if _FULL_SHA.fullmatch(name) or _SHORT_SHA.fullmatch(name):
            candidates.append(name)
        for candidate in filter(None, candidates):
            found = await self._commit_of(candidate)
            if found is not None:
                return found
        return None

    async def _commit_of(self, revision: str) -> str | None:
        code, output, _ = await self.git.attempt(
            "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}", cwd=self.path
        )
        return output.decode().strip() if code == 0 else None

    async def commit(self, sha: str) -> Commit:
        """The commit of that full sha."""
        if sha not in self._commits:
            output = await self.run("log", "-1", f"--format={_FORMAT}", "--end-of-options", sha)
            self._commits[sha] = _parse_commits(output)[0]
        return self._commits[sha]

    async def commits_between(self, base: str, head: str) -> list[Commit]:
        """What `head` has and `base` has not, oldest first."""
        output = await self.run("log", "--reverse", "--topo-order", f"--format={_FORMAT}", f"{base}..{head}", "--")
        return _parse_commits(output)

    async def merge_base(self, one: str, other: str) -> str | None:
        """The commit from which both came; null when they have nothing in common."""
        code, output, _ = await self.git.attempt("merge-base", one, other, cwd=self.path)
        return output.decode().strip() if code == 0 else None

    async def merges_cleanly(self, base: str, head: str) -> bool:
        """Whether git can merge `head` into `base` without a conflict."""
        code, _, _ = await self.git.attempt("merge-tree", "--write-tree", base, head, cwd=self.path)
        return code == 0

    async def entry(self, commit: str, path: str) -> Entry | None:
        """What stands at a path; the root is the empty path."""
        if path == "":
            return Entry("040000", "tree", (await self.commit(commit)).tree, None, "")
        found = await self._entries(commit, path)
        return next((entry for entry in found if entry.path == path), None)

    async def listing(self, tree: str) -> list[Entry]:
        """The entries of a tree, in git's order; paths relative to it."""
        return await self._entries(tree)

    async def _entries(self, treeish: str, *paths: str) -> list[Entry]:
        # ls-tree takes literal paths: no pathspec magic to fear.
        output = await self.run("ls-tree", "-z", "-l", "--full-tree", treeish, "--", *paths)
        return [_parse_entry(line) for line in output.split(b"\0") if line]

    async def blob(self, sha: str) -> bytes:
        """The bytes of a blob."""
        return await self.run("cat-file", "blob", sha)

    async def branches_at(self, sha: str) -> list[str]:
        """The branches that point at a commit, by name."""
        output = await self.run("for-each-ref", "--points-at", sha, "--format=%(refname:lstrip=2)", "refs/heads/")
        return output.decode("utf-8", "replace").splitlines()

    async def files(self, commit: str) -> dict[str, bytes]:
        """All files of a commit, path to bytes; nothing of links and submodules."""
        archive = await self.run("archive", "--format=tar", "--end-of-options", commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            return {member.name: _content(tar, member) for member in tar if member.isfile()}

    async def set_ref(self, ref: str, sha: str) -> None:
        """Points a ref at a commit, whatever it pointed at before."""
        await self.run("update-ref", "--end-of-options", ref, sha)

    async def delete_ref(self, ref: str) -> None:
        """Removes a ref."""
        await self.run("update-ref", "-d", "--end-of-options", ref)


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    opened = tar.extractfile(member)
    return b"" if opened is None else opened.read()


def _parse_commits(output: bytes) -> list[Commit]:
    fields = output.decode("utf-8", "replace").split("\0")
    commits = []
    for start in range(0, len(fields) - 10, 10):
        sha, tree, parents, *people, message = fields[start : start + 10]
        author, committer = _signature(*people[:3]), _signature(*people[3:])
        commits.append(Commit(sha.strip(), tree, tuple(parents.split()), author, committer, message.rstrip("\n")))
    return commits


def _signature(name: str, email: str, when: str) -> Signature:
    return Signature(name, email, datetime.fromisoformat(when))


def _parse_entry(line: bytes) -> Entry:
    facts, _, path = line.partition(b"\t")
    mode, kind, sha, size = facts.decode().split()
    return Entry(mode, kind, sha, None if size == "-" else int(size), path.decode("utf-8", "surrogateescape"))
