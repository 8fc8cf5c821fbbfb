"""GitHub's Git Data API: for commits that `createCommitOnBranch` cannot make (GITHUB.md §6.2): of files with other
modes, with several parents, or on a branch that is not there yet.

A branch is moved forward only, never forced.
"""

import base64
import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from bot.forge.client import GitHubClient
from bot.forge.errors import Missing
from bot.forge.reading import understood
from bot.models.commit import FileBytes
from bot.models.names import CommitSha

_MOST_AT_ONCE = 1_000_000
"""Bytes of files in one request: GitHub names no limit, and timeouts were seen from a few MB on (GITHUB.md §6.1)."""


class GitData:
    """The objects and branches of one repository, `full_name`, which may be a fork of the one that the token is for."""

    def __init__(self, client: GitHubClient, full_name: str) -> None:
        self._client = client
        owner, name = full_name.split("/")
        self._repository = {"owner": owner, "name": name}

    async def commit(
        self, base: CommitSha, message: str, files: Iterable[FileBytes], *, parents: Sequence[CommitSha] = ()
    ) -> CommitSha:
        """A commit that no branch points to yet: the base's tree with these files in it.

        The base is its parent, unless other `parents` are given.
        """
        with understood("a commit"):
            tree = await self.tree(files, await self.tree_of(base))
            # Without an author of our own GitHub signs it as the App's.
            body = {"message": message, "tree": tree, "parents": list(parents or [base])}
            return CommitSha((await self._post("git/commits", body))["sha"])

    async def tree(self, files: Iterable[FileBytes], base: str | None = None) -> str:
        """A tree that nothing points to yet: that of `base` with these files in it, or of them alone; its name."""
        tree = base
        with understood("a tree"):
            for part in _in_parts(files):
                entries = [await self._entry(file) for file in part]
                on_top = {} if tree is None else {"base_tree": tree}
                tree = (await self._post("git/trees", {**on_top, "tree": entries}))["sha"]
        assert tree is not None, "at least one file"
        return tree

    async def tree_of(self, commit: CommitSha) -> str:
        """The name of the tree of a commit."""
        with understood("a commit"):
            return str((await self._get(f"git/commits/{commit}"))["tree"]["sha"])

    async def lone_commit(self, tree: str, message: str, author: Mapping[str, str]) -> CommitSha:
        """A commit without a parent; the same name for the same tree, message and author (name, email, date)."""
        with understood("a commit"):
            body = {"message": message, "tree": tree, "parents": [], "author": author, "committer": author}
            return CommitSha((await self._post("git/commits", body))["sha"])

    async def branch_head(self, branch: str) -> CommitSha | None:
        """Where the branch points; None where there is none of that name."""
        return await self.ref_target(f"heads/{branch}")

    async def ref_target(self, name: str) -> CommitSha | None:
        """Where `refs/<name>` points; None where there is none of that name."""
        with understood("a ref"):
            try:
                found = await self._get(f"git/ref/{_named(name)}")
            except Missing:
                return None
            return CommitSha(found["object"]["sha"])

    async def create_branch(self, branch: str, sha: CommitSha) -> None:
        """A new branch; raises Refused where there is one of that name."""
        await self.create_ref(f"heads/{branch}", sha)

    async def create_ref(self, name: str, sha: CommitSha) -> None:
        """A new `refs/<name>`; raises Refused where there is one of that name."""
        await self._post("git/refs", {"ref": f"refs/{name}", "sha": sha})

    async def delete_ref(self, name: str) -> None:
        """Take `refs/<name>` away; raises Refused or Missing where there is none."""
        await self._client.delete(self._url(f"git/refs/{_named(name)}"), self._repository)

    async def move_branch(self, branch: str, sha: CommitSha) -> None:
        """Move the branch forward; GitHub refuses what is no fast-forward."""
        url = self._url(f"git/refs/heads/{_named(branch)}")
        await self._client.patch(url, self._repository, data={"sha": sha, "force": False})

    async def _entry(self, file: FileBytes) -> dict[str, Any]:
        """Text goes with the tree, other bytes are a request of their own."""
        with contextlib.suppress(UnicodeDecodeError):
            return {"path": file.path, "mode": file.mode, "type": "blob", "content": file.content.decode()}
        content = base64.b64encode(file.content).decode()
        blob = await self._post("git/blobs", {"content": content, "encoding": "base64"})
        return {"path": file.path, "mode": file.mode, "type": "blob", "sha": blob["sha"]}

    async def _get(self, path: str) -> Any:
        return await self._client.getitem(self._url(path), self._repository)

    async def _post(self, path: str, body: dict[str, Any]) -> Any:
        return await self._client.post(self._url(path), self._repository, data=body)

    def _url(self, path: str) -> str:
        return f"/repos/{{owner}}/{{name}}/{path}"


def _in_parts(files: Iterable[FileBytes]) -> Iterator[list[FileBytes]]:
    """Stretches of the files that are small enough for one request."""
    part: list[FileBytes] = []
    length = 0
    for file in files:
        if part and length + len(file.content) > _MOST_AT_ONCE:
            yield part
            part, length = [], 0
        part.append(file)
        length += len(file.content)
    if part:
        yield part


def _named(name: str) -> str:
    """A template would leave `#` and `?` of a name as they are, or encode its slashes."""
    return quote(name, safe="/")
