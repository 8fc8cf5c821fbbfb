"""A plan as a model may amend it, what it may say, and what is recorded of that.

An amendment is data: its shape is checked and nothing of it is trusted. What was observed (most of a header) is not
its to change, and neither is what a person decided.
"""

from bot.models.header import PlanHeader
from bot.models.light_record import LightRecord
from bot.models.names import PackId
from bot.models.question import Question
from bot.vocabulary import AmendmentKind, AmendmentRefusal, ScreeningFunction, ScreeningSkip


class Amendment(LightRecord):
    """One change that is wanted. What `key`, `value` and `path` mean depends on the kind; `evidence` are paths of the
    repository, a line behind a colon where one is meant.
    """

    kind: AmendmentKind
    key: str | None
    value: str | None
    path: str | None
    reason: str
    evidence: tuple[str, ...]


class Target(LightRecord):
    """What a pack declares: releases of the new library (`specifier`, with what narrows it), and those measured."""

    pack: PackId
    distribution: str
    specifier: str
    measured: tuple[str, ...]
    python: str


class PlanWarning(LightRecord):
    """What a model wants the maintainer to know; `path` is null where it is about the whole."""

    path: str | None
    text: str


class DraftedPlan(LightRecord):
    """What is decided about a plan, as far as an amendment can reach it. `excluded` are paths that are left out,
    `client_names` (by pack) what clients are to be called.
    """

    headers: tuple[PlanHeader, ...]
    questions: tuple[Question, ...]
    targets: tuple[Target, ...]
    excluded: tuple[str, ...]
    client_names: dict[str, str]
    warnings: tuple[PlanWarning, ...]


class AppliedAmendment(LightRecord):
    """An amendment that landed, by its number (from 1), and what it did in one line."""

    number: int
    kind: AmendmentKind
    summary: str
    reason: str
    evidence: tuple[str, ...]


class RefusedAmendment(LightRecord):
    """One that did not. `given` is what came, as JSON in ASCII, cut where it is long; null for those too many."""

    number: int
    refusal: AmendmentRefusal
    detail: str | None
    given: str | None


class AnswerAmendment(LightRecord):
    """An answer to a question that was taken."""

    number: int
    key: str
    value: str
    reason: str
    evidence: tuple[str, ...]


class ScreeningOutcome(LightRecord):
    """How a screening went. `skipped` says in a sentence why it did not run, `skip_code` is the word, both null where
    it ran; `why` is what made it wanted, null where nothing did. `files_read` are those whose text was given out.
    """

    ran: bool
    skipped: str | None
    skip_code: ScreeningSkip | None
    function: ScreeningFunction | None
    why: str | None
    adapter: str | None
    model: str | None
    files_read: tuple[str, ...]
    applied: tuple[AppliedAmendment, ...]
    refused: tuple[RefusedAmendment, ...]
    answers: tuple[AnswerAmendment, ...]
    notes: str | None
    duration_ms: int

    def __post_init__(self) -> None:
        if self.ran != (self.skip_code is None) or self.ran != (self.skipped is None):
            raise ValueError("a screening ran, or was skipped with a word and a sentence")
        if not self.ran and (self.applied or self.answers):
            raise ValueError("a screening that did not run changes nothing")

    @property
    def is_told(self) -> bool:
        """Whether people are told of it: not where nobody screens plans, or where nothing was needed."""
        return self.skip_code not in {ScreeningSkip.NOT_CONFIGURED, ScreeningSkip.NOT_NEEDED}


class ScreeningDocument(LightRecord):
    """model/screening.json: the outcome, and the plan as it was then decided. `prompt_sha256` is the hash of what was
    asked, null where nobody was.
    """

    version: int
    outcome: ScreeningOutcome
    plan: DraftedPlan
    prompt_sha256: str | None
