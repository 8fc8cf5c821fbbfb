"""What crosses the border to GitHub, in our own words: what a run says there and what it learns there.

Nothing here knows how GitHub spells it (`bot/forge/words.py` does). Text in these records that came from a
repository or from GitHub is data: shown only after `bot/safe_text.py`, never logged raw.
"""

from typing import Annotated, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

from bot.models.names import CommitSha, DeliveryId, InstallationId, RepositoryId
from bot.models.record import Record
from bot.vocabulary import AnnotationLevel

FullName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$")]
"""`owner/name`, safe in the path of an address."""
Sha = Annotated[CommitSha, StringConstraints(pattern=r"^[0-9a-f]{40}$")]


class Annotation(Record):
    """One remark of a check at its lines; plain text, no Markdown. Lines are 1-based and inclusive.

    What is longer than GitHub takes is cut when it is posted (title 255 characters, message and details 64 KiB).
    """

    path: str
    start_line: int = Field(ge=1)
    end_line: int = Field(ge=1)
    level: AnnotationLevel
    title: str
    message: str = Field(min_length=1)
    raw_details: str | None

    @field_validator("path")
    @classmethod
    def _inside_the_repository(cls, path: str) -> str:
        if any(part in {"", ".", ".."} for part in path.split("/")):
            raise ValueError("a path is relative to the repository, with forward slashes and no dot segments")
        return path

    @model_validator(mode="after")
    def _lines_in_order(self) -> Self:
        if self.end_line < self.start_line:
            raise ValueError("an annotation ends on or after the line where it starts")
        return self


class CheckButton(Record):
    """A button that a completed check shows; `identifier` comes back when it is pressed. Lengths are GitHub's."""

    identifier: str = Field(min_length=1, max_length=20)
    label: str = Field(min_length=1, max_length=20)
    description: str = Field(min_length=1, max_length=40)


class CheckReport(Record):
    """What a check shows: one line, then Markdown above (`summary`) and below (`text`) the annotations, and buttons."""

    title: str = Field(min_length=1)
    summary: str = Field(min_length=1)
    text: str | None
    buttons: tuple[CheckButton, ...] = Field(default=(), max_length=3)


class CheckIdentity(Record):
    """Which check: `external_id` is the workflow's id, by which an earlier try is found again."""

    head_sha: Sha
    external_id: str = Field(min_length=1)
    details_url: str


class CheckRunState(Record):
    """A check run of ours as GitHub holds it; `annotations` is how many have arrived."""

    id: int
    head_sha: str
    external_id: str | None
    finished: bool
    cancelled: bool
    annotations: int

    @property
    def counts(self) -> bool:
        """Whether it tells what became of its head: completed, and neither torn nor overtaken."""
        return self.finished and not self.cancelled

    @property
    def torn(self) -> bool:
        """Whether somebody stopped while posting; annotations cannot be taken back, so it cannot be continued."""
        return not self.finished and self.annotations > 0


class PullState(Record):
    """A pull request as it is now. The head repository is null when the fork is gone."""

    number: int
    open: bool
    draft: bool
    merged: bool
    locked: bool
    author: str | None
    author_is_bot: bool
    head_sha: Sha
    head_ref: str
    head_repository_id: RepositoryId | None
    head_full_name: str | None
    base_sha: Sha
    base_ref: str
    base_repository_id: RepositoryId

    @property
    def from_fork(self) -> bool:
        """Whether the head branch lives in another repository, or in one that is gone."""
        return self.head_repository_id != self.base_repository_id


class RepositoryState(Record):
    """A repository as it is now; names change, ids do not."""

    id: RepositoryId
    full_name: FullName
    private: bool
    archived: bool
    default_branch: str


class InstallationState(Record):
    """Where the App is installed, and what its owner granted (GitHub's names for permissions and levels)."""

    id: InstallationId
    account: str
    suspended: bool
    all_repositories: bool
    permissions: dict[str, str]


class AppIdentity(Record):
    """Who we are on GitHub: the number and the name by which our own checks and comments are recognised."""

    id: int
    slug: str

    @property
    def login(self) -> str:
        """The account that our comments are written by; no person can take a name with brackets."""
        return f"{self.slug}[bot]"


class CommentPosted(Record):
    """The status comment stands; `created` is False when the one already there was edited or needed no edit."""

    id: int
    url: str
    created: bool


class SpokenComment(Record):
    """Somebody's comment as it stands now; the author is null when the account is gone."""

    author_id: int | None
    body: str
    edited: bool


class ConversationLocked(Record):
    """Nobody may comment on this pull request; the check has to say it all."""


CommentOutcome = CommentPosted | ConversationLocked


class LineComment(Record):
    """A comment to be made at lines of a file of the head, 1-based and inclusive; `key` names the place for ever."""

    key: str = Field(pattern=r"^[0-9a-f]{64}$")
    path: str
    first: int = Field(ge=1)
    last: int = Field(ge=1)
    markdown: str


class StandingComment(Record):
    """A comment of ours at lines, as GitHub holds it; `outdated` when the lines have changed since."""

    id: int
    node_id: str
    key: str
    path: str
    body: str
    outdated: bool


class FailedDelivery(Record):
    """A delivery that no attempt has brought to the receiver; `attempt_id` names the newest attempt.

    `delivered_at` is when that attempt was made (ISO 8601, UTC).
    """

    guid: DeliveryId
    attempt_id: int
    event: str
    action: str | None
    delivered_at: str
    attempts: int
    installation_id: InstallationId | None
    repository_id: RepositoryId | None
