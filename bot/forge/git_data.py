"""GitHub's Git Data API: for commits whose files have modes that `createCommitOnBranch` cannot say (GITHUB.md §6.2).

A branch is moved forward only, never forced.
"""

import base64
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from bot.forge.client import GitHubClient
from bot.forge.errors import Missing
from bot.forge.reading import understood
from bot.models.commit import FileBytes
from bot.models.names import CommitSha


class GitData:
    """The objects and branches of one repository, `full_name`, which may be a fork of the one that the token is for."""

    def __init__(self, client: GitHubClient, full_name: str) -> None:
        self._client = client
        owner, name = full_name.split("/")
        self._repository = {"owner": owner, "name": name}

    async def commit(self, parent: CommitSha, message: str, files: Iterable[FileBytes]) -> CommitSha:
        """A commit that no branch points to yet: the parent's tree with these files in it."""
        with understood("a commit"):
            standing = await self._get(f"git/commits/{parent}")
            entries = [await self._entry(file) for file in files]
            tree = await self._post("git/trees", {"base_tree": standing["tree"]["sha"], "tree": entries})
            # Without an author of our own GitHub signs it as the App's.
            made = await self._post("git/commits", {"message": message, "tree": tree["sha"], "parents": [parent]})
            return CommitSha(made["sha"])

    async def branch_head(self, branch: str) -> CommitSha | None:
        """Where the branch points; None where there is none of that name."""
        with understood("a branch"):
            try:
                found = await self._get(f"git/ref/heads/{_named(branch)}")
            except Missing:
                return None
            return CommitSha(found["object"]["sha"])

    async def move_branch(self, branch: str, sha: CommitSha) -> None:
        """Move the branch forward; GitHub refuses what is no fast-forward."""
        url = self._url(f"git/refs/heads/{_named(branch)}")
        await self._client.patch(url, self._repository, data={"sha": sha, "force": False})

    async def _entry(self, file: FileBytes) -> dict[str, Any]:
        content = base64.b64encode(file.content).decode()
        blob = await self._post("git/blobs", {"content": content, "encoding": "base64"})
        return {"path": file.path, "mode": file.mode, "type": "blob", "sha": blob["sha"]}

    async def _get(self, path: str) -> Any:
        return await self._client.getitem(self._url(path), self._repository)

    async def _post(self, path: str, body: dict[str, Any]) -> Any:
        return await self._client.post(self._url(path), self._repository, data=body)

    def _url(self, path: str) -> str:
        return f"/repos/{{owner}}/{{name}}/{path}"


def _named(branch: str) -> str:
    """A template would leave `#` and `?` of a name as they are, or encode its slashes."""
    return quote(branch, safe="/")
