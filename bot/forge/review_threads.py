"""Putting our own comments at lines away once they are no use any more: minimised, and their threads resolved.

A thread in which somebody else spoke stays open. All of it is a courtesy: which permission GitHub wants for it is not
documented (GITHUB.md §9), so what it refuses is left as it stands.
"""

import logging
from collections.abc import AsyncIterator, Collection, Mapping
from typing import Any

from bot.forge.client import GitHubClient
from bot.forge.errors import Forbidden, ForgeError, Missing, QueryRefused
from bot.forge.graphql import graphql
from bot.forge.reading import understood

log = logging.getLogger(__name__)

_THREADS = """
query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id
          isResolved
          comments(first: 100) { nodes { id isMinimized viewerDidAuthor } }
        }
      }
    }
  }
}
"""
_MINIMISE = """
mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } }
}
"""
_RESOLVE = """
mutation($id: ID!) {
  resolveReviewThread(input: {threadId: $id}) { thread { isResolved } }
}
"""
_REFUSALS = (Forbidden, Missing, QueryRefused)


class ReviewThreads:
    """The threads of one repository's pull requests; `client` may write to pull requests and contents."""

    def __init__(self, client: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._repository = repository

    async def put_away(self, pull: int, node_ids: Collection[str]) -> None:
        """Minimise these comments of ours, and resolve the threads in which nobody else spoke."""
        if not node_ids:
            return
        try:
            async for thread in self._threads(pull):
                await self._put_away_in(thread, node_ids)
        except _REFUSALS as error:
            _log(error)

    async def _put_away_in(self, thread: Mapping[str, Any], node_ids: Collection[str]) -> None:
        with understood("a review thread"):
            comments = thread["comments"]["nodes"]
            ours = [comment for comment in comments if comment["id"] in node_ids and comment["viewerDidAuthor"]]
            shown = [comment["id"] for comment in ours if not comment["isMinimized"]]
            is_ours_alone = all(comment["viewerDidAuthor"] for comment in comments)
            resolves = bool(ours) and is_ours_alone and not thread["isResolved"]
            thread_id = thread["id"]
        for comment_id in shown:
            await self._tried(_MINIMISE, comment_id)
        if resolves:
            await self._tried(_RESOLVE, thread_id)

    async def _threads(self, pull: int) -> AsyncIterator[Mapping[str, Any]]:
        after: str | None = None
        while True:
            variables = {**self._repository, "number": pull, "after": after}
            data = await graphql(self._client, _THREADS, variables)
            with understood("review threads"):
                page = data["repository"]["pullRequest"]["reviewThreads"]
                nodes, info = page["nodes"], page["pageInfo"]
                after = info["endCursor"] if info["hasNextPage"] else None
            for node in nodes:
                yield node
            if after is None:
                return

    async def _tried(self, mutation: str, node_id: str) -> None:
        try:
            await graphql(self._client, mutation, {"id": node_id})
        except _REFUSALS as error:
            _log(error)


def _log(error: ForgeError) -> None:
    kinds = error.kinds if isinstance(error, QueryRefused) else ()
    log.info("review threads: left as they stand: kind=%s kinds=%s", type(error).__name__, kinds)
