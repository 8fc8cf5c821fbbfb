"""The parts of GitHub's payloads that handlers read; what else a payload holds is not looked at.

Shapes follow the webhook schemas of GitHub's OpenAPI description. A payload that lacks a part raises pydantic's
ValidationError, which `handlers.decide` turns into a value.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict

from bot.models.decision import FullName, Login, PullFacts, RefName, RepositoryFacts
from bot.models.run_key import Id, Sha

Payload = Mapping[str, Any]


class Event(NamedTuple):
    """What a handler is given: the payload, and our App's number, to tell its checks from others'."""

    payload: Payload
    app_id: int


class Part(BaseModel):
    """A part of a payload: known fields are checked, others ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @classmethod
    def read(cls, payload: Payload) -> Self:
        """The part, from the whole payload; raises ValidationError."""
        return cls.model_validate(payload)


class Account(Part):
    """Whose installation it is: a person or organisation by login, an enterprise by slug."""

    login: Login | None = None
    slug: Login | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.login or self.slug or ""


class Installation(Part):
    """The installation alone, as most payloads hold it."""

    id: Id


class OwnedInstallation(Installation):
    """The installation with its account, as the installation events hold it."""

    account: Account


class ShortRepository(Part):
    """A repository as the installation events name it."""

    id: Id
    full_name: FullName
    private: bool

    @property
    def facts(self) -> RepositoryFacts:
        """As a decision holds it."""
        names = RepositoryFacts.model_fields
        return RepositoryFacts(**{name: getattr(self, name, None) for name in names})


class Repository(ShortRepository):
    """A repository as all other events hold it."""

    default_branch: RefName | None = None


class Commit(Part):
    """One end of a pull request."""

    sha: Sha


class Pull(Part):
    """A pull request; `head.repo` is null once a fork was deleted, so it is not read."""

    number: Id
    state: str
    head: Commit
    base: Commit
    updated_at: AwareDatetime

    @property
    def facts(self) -> PullFacts:
        """As a decision holds it."""
        return PullFacts(
            number=self.number,
            head_sha=self.head.sha,
            base_sha=self.base.sha,
            closed=self.state == "closed",
            updated_at=self.updated_at,
        )


class InRepository(Part):
    """A payload about a repository in which the App is installed."""

    installation: Installation
    repository: Repository


class DatedRepository(Repository):
    """A repository with the moment when it was last changed itself, if that is said."""

    updated_at: AwareDatetime | None = None


class ShownPayload(InRepository):
    """`repository` `privatized` or `publicized`."""

    repository: DatedRepository


class PullPayload(InRepository):
    """A `pull_request` event."""

    pull_request: Pull


class Changes(Part):
    """What an `edited` event says was changed: `base` is there when the base branch was."""

    base: dict[str, Any] | None = None


class EditedPullPayload(PullPayload):
    """`pull_request` `edited`."""

    changes: Changes


class App(Part):
    """The App that a check belongs to."""

    id: Id


class Check(Part):
    """A check suite, and what a check run has in common with it."""

    head_sha: Sha
    app: App


class Person(Part):
    """An account that did something; `type` is GitHub's word for what it is."""

    id: Id
    login: Login
    type: str

    @property
    def is_person(self) -> bool:
        """Whether a human is behind it, as far as GitHub knows."""
        return self.type == "User"


class CheckRun(Check):
    """A check run; `external_id` is what its App wrote there."""

    external_id: str | None = None


class CheckRunPayload(InRepository):
    """A `check_run` event."""

    check_run: CheckRun


class RequestedAction(Part):
    """The button that was pressed, as its App named it."""

    identifier: str


class PressedPayload(CheckRunPayload):
    """`check_run` `requested_action`."""

    requested_action: RequestedAction
    sender: Person


class Issue(Part):
    """What a comment stands under; `pull_request` is there when it is a pull request."""

    number: Id
    state: str
    pull_request: dict[str, Any] | None = None

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self.state == "closed"


class Comment(Part):
    """A comment; `performed_via_github_app` is there when a program wrote it in somebody's name."""

    id: Id
    body: str
    user: Person
    created_at: AwareDatetime
    performed_via_github_app: dict[str, Any] | None = None


class CommentPayload(InRepository):
    """An `issue_comment` event."""

    issue: Issue
    comment: Comment
    sender: Person


class CheckSuitePayload(InRepository):
    """A `check_suite` event."""

    check_suite: Check


class PushPayload(InRepository):
    """A `push` event; `after` is the branch's new head, forty zeros where it was deleted."""

    ref: str
    after: Sha
    deleted: bool


class StatusPayload(InRepository):
    """A `status` event."""

    sha: Sha


class InstallationPayload(Part):
    """An `installation` event; `repositories` are named when it is made or deleted."""

    installation: OwnedInstallation
    repositories: tuple[ShortRepository, ...] | None = None


class Numbered(Part):
    """Something by its number alone."""

    id: Id


class RepositoriesPayload(Part):
    """An `installation_repositories` event."""

    installation: OwnedInstallation
    repositories_added: tuple[ShortRepository, ...] = ()
    repositories_removed: tuple[Numbered, ...] = ()
