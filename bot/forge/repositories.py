"""Repositories: found by their number, for names change hands; and one file of the default branch."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from bot.forge.client import GitHubClient
from bot.forge.errors import Missing
from bot.forge.reading import understood
from bot.models.forge import RepositoryState
from bot.models.names import RepositoryId

LARGEST_FILE = 1024 * 1024


class Repositories:
    """What one token may read about repositories."""

    def __init__(self, client: GitHubClient) -> None:
        self._client = client

    async def state(self, repository: RepositoryId) -> RepositoryState:
        """The repository under its present name; raises Missing when it is gone or not ours to see."""
        with understood("a repository"):
            return repository_state(await self._client.getitem("/repositories/{id}", {"id": str(repository)}))

    async def of_installation(self) -> tuple[RepositoryState, ...]:
        """Every repository that the token's installation covers."""
        with understood("repositories"):
            url = "/installation/repositories{?per_page}"
            found = self._client.getiter(url, {"per_page": "100"}, iterable_key="repositories")
            return tuple([repository_state(repository) async for repository in found])


class DefaultBranch:
    """The files of one repository's default branch, through the API: for single small ones, never for the tree."""

    def __init__(self, client: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._repository = repository

    async def file(self, path: str, *, largest: int = LARGEST_FILE) -> bytes | None:
        """The bytes of a file, or None when there is none; raises TooLarge above `largest` bytes.

        `path` is ours, never contributed.
        """
        if any(part in {"", ".", ".."} for part in path.split("/")):
            raise ValueError("a path in a repository is relative and has no dot segments")
        # A template would encode the slashes too, or leave `#` and `?` as they are.
        url = f"/repos/{{owner}}/{{name}}/contents/{quote(path, safe='/')}"
        try:
            return await self._client.getbytes(url, self._repository, largest=largest)
        except Missing:
            return None


def repository_state(repository: Mapping[str, Any]) -> RepositoryState:
    """A repository as GitHub describes it, in our words."""
    return RepositoryState(
        id=repository["id"],
        full_name=repository["full_name"],
        private=repository["private"],
        archived=repository["archived"],
        default_branch=repository["default_branch"],
    )
