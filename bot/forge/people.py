"""What people may do in a repository, asked when they want something done (GITHUB.md §7)."""

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.errors import Missing
from bot.forge.reading import understood
from bot.models.conversation import Speaker


class People:
    """The people of one repository."""

    def __init__(self, client: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._repository = repository

    async def permission(self, person: Speaker) -> str:
        """GitHub's word for the highest of the person's grants; `words.NO_PERMISSION` where it knows none.

        A login that belongs to another account by now is nobody: logins change hands, numbers do not.
        """
        url = "/repos/{owner}/{name}/collaborators/{login}/permission"
        with understood("a permission"):
            try:
                found = await self._client.getitem(url, {**self._repository, "login": person.login})
            except Missing:
                return words.NO_PERMISSION
            is_the_same = (found["user"] or {}).get("id") == person.id
            return str(found["permission"]) if is_the_same else words.NO_PERMISSION
