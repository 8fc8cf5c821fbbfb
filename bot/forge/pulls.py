"""Pull requests as they are now; what a delivery said about one may be old."""

from collections.abc import Mapping
from typing import Any

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.errors import Missing, QueryRefused
from bot.forge.graphql import graphql
from bot.forge.reading import understood
from bot.models.forge import PullState
from bot.models.names import CommitSha

_QUEUED = """\
query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { isInMergeQueue } }
}
"""


class Pulls:
    """The pull requests of one repository; `contents` is the client that may read commits."""

    def __init__(self, client: GitHubClient, contents: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._contents = contents
        self._repository = repository

    async def state(self, number: int) -> PullState:
        """One pull request; raises Missing when it is not there."""
        with understood("a pull request"):
            variables = {**self._repository, "number": str(number)}
            return pull_state(await self._client.getitem("/repos/{owner}/{name}/pulls/{number}", variables))

    async def open_ones(self) -> tuple[PullState, ...]:
        """All open pull requests, oldest first so that one opened meanwhile does not shift the pages."""
        url = "/repos/{owner}/{name}/pulls{?state,sort,direction,per_page}"
        query = {"state": "open", "sort": "created", "direction": "asc", "per_page": "100"}
        with understood("pull requests"):
            found = self._client.getiter(url, {**self._repository, **query})
            return tuple([pull_state(pull) async for pull in found])

    async def is_queued(self, number: int) -> bool:
        """Whether a merge queue holds it; a server that has no queues holds none."""
        owner, name = self._repository["owner"], self._repository["name"]
        try:
            data = await graphql(self._client, _QUEUED, {"owner": owner, "name": name, "number": number})
        except QueryRefused as refused:
            if refused.kinds:
                raise
            return False  # a field that the server does not know has no kind
        with understood("a pull request"):
            return bool(data["repository"]["pullRequest"]["isInMergeQueue"])

    async def merge_base(self, base: CommitSha, head: CommitSha) -> CommitSha | None:
        """The newest commit that both histories hold; None when there is none or GitHub lacks one of the two."""
        url = "/repos/{owner}/{name}/compare/{base}...{head}{?per_page}"
        variables = {**self._repository, "base": base, "head": head, "per_page": "1"}
        with understood("a comparison"):
            try:
                compared = await self._contents.getitem(url, variables)
            except Missing:
                return None
            return CommitSha(compared["merge_base_commit"]["sha"])


def pull_state(pull: Mapping[str, Any]) -> PullState:
    """A pull request as GitHub describes it, in a list, by itself or in a delivery, in our words."""
    head, base, author = pull["head"], pull["base"], pull["user"] or {}
    head_repository = head["repo"] or {}
    return PullState(
        number=pull["number"],
        open=words.is_open(pull["state"]),
        draft=pull.get("draft", False),
        merged=pull["merged_at"] is not None,
        locked=pull["locked"],
        author=author.get("login"),
        author_is_bot=words.is_bot(author.get("type")),
        head_sha=head["sha"],
        head_ref=head["ref"],
        head_repository_id=head_repository.get("id"),
        head_full_name=head_repository.get("full_name"),
        base_sha=base["sha"],
        base_ref=base["ref"],
        base_repository_id=base["repo"]["id"],
    )
