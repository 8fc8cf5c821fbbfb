"""A comment that holds a command: as it stands now, and the reactions that tell how far the command is."""

from bot.forge.client import GitHubClient
from bot.forge.errors import Missing
from bot.forge.reading import understood
from bot.models.forge import SpokenComment


class SpokenComments:
    """Comments of people in the conversations of one repository."""

    def __init__(self, client: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._repository = repository

    async def state(self, comment_id: int) -> SpokenComment | None:
        """The comment as it stands now; null once it was deleted."""
        url = "/repos/{owner}/{name}/issues/comments/{id}"
        with understood("a comment"):
            try:
                found = await self._client.getitem(url, {**self._repository, "id": str(comment_id)})
            except Missing:
                return None
            return SpokenComment(
                author_id=(found["user"] or {}).get("id"),
                body=found["body"] or "",
                edited=found["updated_at"] != found["created_at"],
            )

    async def react(self, comment_id: int, content: str) -> None:
        """Add a reaction of ours; one that stands already stays one. `content` is GitHub's name for it."""
        url = "/repos/{owner}/{name}/issues/comments/{id}/reactions"
        await self._client.post(url, {**self._repository, "id": str(comment_id)}, data={"content": content})
