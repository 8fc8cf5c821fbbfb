"""Commits on the head branch of a pull request: made in one act, on the head that was read, or not at all.

GraphQL's `createCommitOnBranch` names the head that it expects; a branch that moved meanwhile is refused by GitHub
itself, and the head is never read again to try once more (GITHUB.md §6.1, §13). It knows no mode but 100644, so files
of another one go through `git_data`. Nothing is ever deleted, and nothing is forced.
"""

import base64
from collections.abc import AsyncIterator
from http import HTTPStatus

from bot.forge.client import GitHubClient
from bot.forge.commit_refusals import LARGEST_COMMIT, refusal_of
from bot.forge.errors import Conflict, ForgeError, Missing
from bot.forge.git_data import GitData
from bot.forge.graphql import graphql
from bot.forge.reading import understood
from bot.models.commit import PLAIN, CommitDraft, CommitSeen
from bot.models.conversation import Refused
from bot.models.names import CommitSha
from bot.vocabulary import CommandRefusal

_CREATE = """\
mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}
"""


class Commits:
    """What one repository's installation may write; `reader` is the client that may read its commits."""

    def __init__(self, writer: GitHubClient, reader: GitHubClient, repository: dict[str, str]) -> None:
        self._writer = writer
        self._reader = reader
        self._repository = repository

    async def make(self, draft: CommitDraft) -> CommitSha | Refused:
        """Make the commit. Where GitHub refuses it, nothing was written.

        Raises Unavailable where it may have been made all the same: look for it by its trailer (`between`).
        """
        if sum(_encoded_length(len(file.content)) for file in draft.files) > LARGEST_COMMIT:
            return Refused(refusal=CommandRefusal.TOO_LARGE)
        plain = all(file.mode == PLAIN for file in draft.files)
        try:
            return await (self._create(draft) if plain else self._create_with_modes(draft))
        except ForgeError as error:
            refused = refusal_of(error, from_fork=draft.from_fork)
            if refused is None:
                raise
            return refused

    async def between(self, base: str, head: str) -> AsyncIterator[CommitSeen]:
        """The commits that `head` has and `base` has not, oldest first; none where GitHub lacks one of the two."""
        url = "/repos/{owner}/{name}/compare/{base}...{head}{?per_page}"
        variables = {**self._repository, "base": base, "head": head, "per_page": "100"}
        with understood("a comparison"):
            try:
                async for commit in self._reader.getiter(url, variables, iterable_key="commits"):
                    parents = tuple(parent["sha"] for parent in commit["parents"])
                    yield CommitSeen(sha=commit["sha"], parents=parents, message=commit["commit"]["message"])
            except Missing:
                return

    async def _create(self, draft: CommitDraft) -> CommitSha:
        additions = [{"path": file.path, "contents": base64.b64encode(file.content).decode()} for file in draft.files]
        wanted = {
            "branch": {"repositoryNameWithOwner": draft.full_name, "branchName": draft.branch},
            "expectedHeadOid": draft.head_sha,
            "message": {"headline": draft.headline, "body": draft.body},
            "fileChanges": {"additions": additions},
        }
        data = await graphql(self._writer, _CREATE, {"input": wanted})
        with understood("a commit"):
            return CommitSha(data["createCommitOnBranch"]["commit"]["oid"])

    async def _create_with_modes(self, draft: CommitDraft) -> CommitSha:
        """The update alone would not see a branch that was put back to an older commit, so it is asked for before."""
        data = GitData(self._writer, draft.full_name)
        made = await data.commit(draft.head_sha, f"{draft.headline}\n\n{draft.body}", draft.files)
        if await data.branch_head(draft.branch) != draft.head_sha:
            raise Conflict("the branch has another head", status=HTTPStatus.CONFLICT)
        await data.move_branch(draft.branch, made)
        return made


def _encoded_length(length: int) -> int:
    return (length + 2) // 3 * 4
