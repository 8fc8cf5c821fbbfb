"""The name of one run: which head of which pull request, and the how-manyeth try.

Its text is the id of the durable workflow, the `external_id` of the check run, and what the lease and the step results
name. It holds numbers and a commit only, so it is safe wherever it is written.
"""

import re
from typing import Annotated, Self

from pydantic import Field, StringConstraints

from bot.models.names import CommitSha, RepositoryId
from bot.models.record import Record

SHA_PATTERN = r"^[0-9a-f]{40}$"
LARGEST_ID = 2**63 - 1
"""What a column of the database holds; GitHub's own ids are far below."""

Sha = Annotated[str, StringConstraints(pattern=SHA_PATTERN)]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]

_TEXT = re.compile(
    r"(?P<repository_id>[1-9][0-9]{0,18})/(?P<pull>[1-9][0-9]{0,9})/(?P<head>[0-9a-f]{40})/(?P<attempt>[1-9][0-9]{0,5})"
)


class RunKey(Record):
    """`repository/pull/head/attempt`; attempts of one head count from 1."""

    repository_id: Id
    pull: Id
    head_sha: Sha
    attempt: Id

    @classmethod
    def of(cls, repository_id: RepositoryId, pull: int, head_sha: CommitSha, attempt: int) -> Self:
        """The key from its parts."""
        return cls(repository_id=repository_id, pull=pull, head_sha=head_sha, attempt=attempt)

    @property
    def text(self) -> str:
        """As the workflow's id and the check's `external_id`."""
        return f"{self.repository_id}/{self.pull}/{self.head_sha}/{self.attempt}"

    @property
    def partition(self) -> str:
        """What runs one after another: the pull request."""
        return f"{self.repository_id}/{self.pull}"

    def next_attempt(self) -> "RunKey":
        """The key of another try on the same head."""
        return self.model_copy(update={"attempt": self.attempt + 1})


def run_key_of(text: str) -> RunKey | None:
    """The key that `text` spells, or null: the text may come back from GitHub, where another App could have set it."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    parts = {name: int(match[name]) for name in ("repository_id", "pull", "attempt")}
    return RunKey(head_sha=match["head"], **parts) if max(parts.values()) <= LARGEST_ID else None
