"""Comments of ours that stand once: the status comment of a pull request, and the answer to what somebody said.

Each is found again by its hidden marker and its author, edited, never repeated. Edits send no mail.
"""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.forge.client import GitHubClient
from bot.forge.errors import Locked
from bot.forge.own_texts import first_line, is_ours, is_same_text, marked_body
from bot.forge.reading import understood
from bot.models.forge import AppIdentity, CommentOutcome, CommentPosted, ConversationLocked

MARKER = "<!-- obelize:status -->"
_ANSWER_MARKER = "<!-- obelize:answer {key} -->"


class StandingComments:
    """Those of one repository. `number` is that of the pull request or issue."""

    def __init__(
        self, client: GitHubClient, repository: dict[str, str], app: Callable[[], Awaitable[AppIdentity]]
    ) -> None:
        self._client = client
        self._repository = repository
        self._app = app

    async def post(self, number: int, markdown: str) -> CommentOutcome:
        """Make the status comment of a pull request say this, in the one that is there if there is one."""
        return await self._put(number, MARKER, markdown)

    async def answer(self, number: int, key: str, markdown: str) -> CommentOutcome:
        """Make our one answer say this; `key`, of letters, digits and `/`, tells what it answers."""
        return await self._put(number, _ANSWER_MARKER.format(key=key), markdown)

    async def _put(self, number: int, marker: str, markdown: str) -> CommentOutcome:
        body = marked_body(marker, markdown)
        standing = await self._find(number, marker)
        if standing is not None and is_same_text(standing["body"], body):
            return _posted(standing, created=False)
        try:
            if standing is None:
                return _posted(await self._create(number, body), created=True)
            return _posted(await self._edit(standing["id"], body), created=False)
        except Locked:
            return ConversationLocked()

    async def edit_standing(self, number: int, markdown: str) -> None:
        """Make the status comment say this, where there is one; none is made."""
        standing = await self._find(number, MARKER)
        body = marked_body(MARKER, markdown)
        if standing is not None and not is_same_text(standing["body"], body):
            with contextlib.suppress(Locked):
                await self._edit(standing["id"], body)

    async def _find(self, number: int, marker: str) -> Mapping[str, Any] | None:
        """The oldest comment that is ours; later ones could only stem from a create that GitHub listed too late."""
        app = await self._app()
        url = "/repos/{owner}/{name}/issues/{number}/comments{?per_page}"
        variables = {**self._repository, "number": str(number), "per_page": "100"}
        with understood("comments"):
            async for comment in self._client.getiter(url, variables):
                if is_ours(comment, app) and first_line(comment["body"]) == marker:
                    return dict(comment)
        return None

    async def _create(self, number: int, body: str) -> Any:
        url = "/repos/{owner}/{name}/issues/{number}/comments"
        return await self._client.post(url, {**self._repository, "number": str(number)}, data={"body": body})

    async def _edit(self, comment_id: int, body: str) -> Any:
        url = "/repos/{owner}/{name}/issues/comments/{id}"
        return await self._client.patch(url, {**self._repository, "id": str(comment_id)}, data={"body": body})


def _posted(comment: Any, *, created: bool) -> CommentPosted:
    with understood("a comment"):
        return CommentPosted(id=comment["id"], url=comment["html_url"], created=created)
