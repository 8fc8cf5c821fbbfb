"""The one status comment of a pull request: found by its hidden marker and its author, edited, never repeated.

Anybody may paste the marker into a comment of their own, so the author decides too. Edits send no mail.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.errors import Locked
from bot.forge.fitting import Room, cut_markdown
from bot.forge.reading import understood
from bot.models.forge import AppIdentity, CommentOutcome, CommentPosted, ConversationLocked
from bot.safe_text import sendable

MARKER = "<!-- obelize:status -->"
# GitHub's own error speaks of 65,536 characters; measured limits differ (GITHUB.md §9).
_ROOM = Room(65_000, 200_000)
_CUT_NOTE = "*Cut here: a comment holds no more. The run folder has all of it.*"


class StatusComments:
    """The status comments of one repository."""

    def __init__(
        self, client: GitHubClient, repository: dict[str, str], app: Callable[[], Awaitable[AppIdentity]]
    ) -> None:
        self._client = client
        self._repository = repository
        self._app = app

    async def post(self, pull: int, markdown: str) -> CommentOutcome:
        """Make the status comment of a pull request say this, in the one that is there if there is one."""
        heading = f"{MARKER}\n"
        body = heading + cut_markdown(sendable(markdown), _ROOM.less(heading), _CUT_NOTE)
        standing = await self._find(pull)
        if standing is not None and _same_text(standing["body"], body):
            return _posted(standing, created=False)
        try:
            if standing is None:
                return _posted(await self._create(pull, body), created=True)
            return _posted(await self._edit(standing["id"], body), created=False)
        except Locked:
            return ConversationLocked()

    async def _find(self, pull: int) -> Mapping[str, Any] | None:
        """The oldest comment that is ours; later ones could only stem from a create that GitHub listed too late."""
        app = await self._app()
        url = "/repos/{owner}/{name}/issues/{number}/comments{?per_page}"
        variables = {**self._repository, "number": str(pull), "per_page": "100"}
        with understood("comments"):
            async for comment in self._client.getiter(url, variables):
                if _is_ours(comment, app) and _first_line(comment["body"]) == MARKER:
                    return dict(comment)
        return None

    async def _create(self, pull: int, body: str) -> Any:
        url = "/repos/{owner}/{name}/issues/{number}/comments"
        return await self._client.post(url, {**self._repository, "number": str(pull)}, data={"body": body})

    async def _edit(self, comment_id: int, body: str) -> Any:
        url = "/repos/{owner}/{name}/issues/comments/{id}"
        return await self._client.patch(url, {**self._repository, "id": str(comment_id)}, data={"body": body})


def _is_ours(comment: Mapping[str, Any], app: AppIdentity) -> bool:
    through = comment.get("performed_via_github_app") or {}
    author = comment.get("user") or {}
    is_our_account = author.get("login") == app.login and words.is_bot(author.get("type"))
    return through.get("id") == app.id or is_our_account


def _first_line(body: str | None) -> str:
    return (body or "").split("\n", 1)[0].rstrip("\r")


def _same_text(one: str | None, other: str) -> bool:
    """GitHub may hand a text back with CR LF and without the blanks at its end."""
    return (one or "").replace("\r\n", "\n").rstrip() == other.rstrip()


def _posted(comment: Any, *, created: bool) -> CommentPosted:
    with understood("a comment"):
        return CommentPosted(id=comment["id"], url=comment["html_url"], created=created)
