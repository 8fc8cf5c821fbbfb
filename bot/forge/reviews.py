"""Comments at lines of a pull request, posted together as one review and found again by their markers.

A review is all or nothing: where GitHub refuses it for one of its lines, the comments are posted one by one, and what
is refused then stays unposted. Nothing is posted that stands already, whatever an earlier try came to (GITHUB.md §5).
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.forge.client import GitHubClient
from bot.forge.errors import Locked, Refused, Unavailable
from bot.forge.own_texts import first_line, is_ours, is_same_text, marked_body
from bot.forge.reading import understood
from bot.models.forge import AppIdentity, ConversationLocked, LineComment, StandingComment
from bot.safe_text import sendable

log = logging.getLogger(__name__)

_MARKER = "<!-- obelize:proposal {key} -->"
_MARKED = re.compile(r"<!-- obelize:proposal ([0-9a-f]{64}) -->")
_RIGHT = "RIGHT"
_MOST_REFUSALS = 5
"""After so many refusals in a row it is not the lines that GitHub minds."""


class ReviewComments:
    """Our comments at lines, in one repository."""

    def __init__(
        self, client: GitHubClient, repository: dict[str, str], app: Callable[[], Awaitable[AppIdentity]]
    ) -> None:
        self._client = client
        self._repository = repository
        self._app = app

    async def standing(self, pull: int) -> tuple[StandingComment, ...]:
        """Those of ours that stand on a pull request, oldest first."""
        app = await self._app()
        url = "/repos/{owner}/{name}/pulls/{number}/comments{?per_page}"
        variables = {**self._repository, "number": str(pull), "per_page": "100"}
        with understood("review comments"):
            listed = [comment async for comment in self._client.getiter(url, variables)]
            ours = (comment for comment in listed if is_ours(comment, app))
            return tuple(found for comment in ours if (found := _standing(comment)) is not None)

    async def post(
        self, pull: int, head_sha: str, summary: str, comments: Sequence[LineComment]
    ) -> tuple[StandingComment, ...] | ConversationLocked:
        """Make the comments stand, as one review under `summary`; all of ours that stand then, old ones too.

        One that is not among them was refused, or it is not known what became of it; it is not to be tried again.
        """
        missing = _missing(comments, await self.standing(pull))
        try:
            if missing:
                await self._post_missing(pull, head_sha, summary, missing)
        except Locked:
            return ConversationLocked()
        except Unavailable as error:
            log.warning("review comments: not known whether posted: kind=%s", type(error).__name__)
        return await self.standing(pull)

    async def edit(self, comment: StandingComment, markdown: str) -> None:
        """Another text at the same lines; the same text writes nothing."""
        body = _body(comment.key, markdown)
        if not is_same_text(comment.body, body):
            url = "/repos/{owner}/{name}/pulls/comments/{id}"
            await self._client.patch(url, {**self._repository, "id": str(comment.id)}, data={"body": body})

    async def _post_missing(self, pull: int, head_sha: str, summary: str, missing: list[LineComment]) -> None:
        try:
            await self._review(pull, head_sha, summary, missing)
        except Refused as error:
            log.info("review comments: one by one: reasons=%s", error.messages)
            # A review was once seen to stay behind after a refusal.
            await self._one_by_one(pull, head_sha, _missing(missing, await self.standing(pull)))

    async def _review(self, pull: int, head_sha: str, summary: str, comments: Iterable[LineComment]) -> None:
        # Without an event the review would wait unseen, and block the next one.
        body = {
            "commit_id": head_sha,
            "event": "COMMENT",
            "body": sendable(summary),
            "comments": [_payload(comment) for comment in comments],
        }
        url = "/repos/{owner}/{name}/pulls/{number}/reviews"
        await self._client.post(url, {**self._repository, "number": str(pull)}, data=body)

    async def _one_by_one(self, pull: int, head_sha: str, comments: Iterable[LineComment]) -> None:
        url = "/repos/{owner}/{name}/pulls/{number}/comments"
        refusals = 0
        for comment in comments:
            body = {"commit_id": head_sha, **_payload(comment)}
            try:
                await self._client.post(url, {**self._repository, "number": str(pull)}, data=body)
                refusals = 0
            except Refused:
                refusals += 1
            if refusals == _MOST_REFUSALS:
                return


def _missing(comments: Iterable[LineComment], standing: Iterable[StandingComment]) -> list[LineComment]:
    there = {comment.key for comment in standing}
    return [comment for comment in comments if comment.key not in there]


def _payload(comment: LineComment) -> dict[str, Any]:
    """One comment as GitHub takes it: a single line has no start."""
    anchor: dict[str, Any] = {"line": comment.last, "side": _RIGHT}
    if comment.first < comment.last:
        anchor |= {"start_line": comment.first, "start_side": _RIGHT}
    return {"path": comment.path, "body": _body(comment.key, comment.markdown), **anchor}


def _body(key: str, markdown: str) -> str:
    return marked_body(_MARKER.format(key=key), markdown)


def _standing(comment: Mapping[str, Any]) -> StandingComment | None:
    marked = _MARKED.fullmatch(first_line(comment["body"]))
    if marked is None:
        return None
    return StandingComment(
        id=comment["id"],
        node_id=comment["node_id"],
        key=marked.group(1),
        path=comment["path"],
        body=comment["body"],
        outdated=comment.get("line") is None,
    )
