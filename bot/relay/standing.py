"""Where a relay stands: a run, with everything that its arc's replies make of it. Pure; a shell lends its hands.

Nothing of that is kept but the replies: the plan is made again under what the strategy said, and the guard judges every
proposal against the file as it is now.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

from bot.consult.proposal import Answered, answered
from bot.consult.provider import Exchange, ProviderError, Reply
from bot.consult.records import Asked, Judged
from bot.consult.taken import with_proposals
from bot.models.arc import Arc, TurnTaken
from bot.models.consultation import Consultation
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.screening import Amendment, DraftedPlan
from bot.models.struct import Frozen, altered
from bot.models.writing import compact, plain
from bot.relay.engine import new_arc, with_footprint
from bot.relay.ground import ground_of, pack_named
from bot.relay.inputs import Guarded, Inputs
from bot.relay.rendering import Document, request_text, turn_id
from bot.relay.strategy import Asking, asking
from bot.screening.amendments import Source
from bot.screening.held import Held, Planned, landed_over, under_held
from bot.screening.landing import Circumstances, Screened
from bot.screening.screener import Said
from bot.vocabulary import NotAsked, ProviderFailure, ProviderName, Resolution, Stage, VerifyStatus

RENDERER = Document()


class OtherQuestionsError(Exception):
    """The arc's replies were given to other questions than this version of Obelize and of the packs asks."""

    def __init__(self, arc: Arc) -> None:
        super().__init__(f"the arc {arc.id} was begun by another version")
        self.arc = arc


class Hands(Protocol):
    """What the engine has a shell do."""

    def kept(self, fresh: Arc) -> Arc:
        """The arc of that id as it was kept last; the fresh one where none was."""
        ...

    def again(self, amended: DraftedPlan) -> Planned:
        """Make the run again under an amended plan."""
        ...

    def judged(self, exchanges: Sequence[Exchange]) -> tuple[Judged, ...]:
        """Have the guard judge every proposal against the file as it is now."""
        ...


class Start(Frozen):
    """What an arc begins with. `where` and `head` are the repository and the commit, `most` is how many questions may
    be asked, `held` are amendments that hold already, `words` a maintainer's, and `baseline` is what the repository's
    own checks say of the commit.
    """

    where: str
    head: str
    most: int
    held: tuple[Amendment, ...] = ()
    words: str | None = None
    baseline: VerifyStatus | None = None


class Consulted(Frozen):
    """Who answered, and every question with what became of it, in document order."""

    asked: Asked
    judged: tuple[Judged, ...]


class Standing(Frozen):
    """The arc, the run as its replies leave it, how the plan was amended, and what became of the questions; the last
    two are null where there was no such thing. `plan` is what was drafted before the replies.
    """

    arc: Arc
    planned: Planned
    plan: DraftedPlan
    screened: Screened | None
    consulted: Consulted | None
    inputs: Inputs


def stand(base: Planned, start: Start, source: Source, hands: Hands) -> Standing:
    """What the kept arc makes of a run with questions for a model. Raises OtherQuestionsError."""
    held = under_held(base, start.held, source, hands.again)
    arc = hands.kept(_fresh(held.planned, start))
    plan = asking(held.plan, held.planned.env(held.plan, source), start.words)
    _refuse_other_content(arc, Stage.STRATEGY, plan.text)
    screened, planned = _screened(arc.taken(Stage.STRATEGY), held, plan), held.planned
    if screened is not None and screened.plan != held.plan:
        planned = hands.again(screened.plan)
    inputs = _inputs(planned, plan.text, start)
    execution, consulted = arc.taken(Stage.EXECUTION), None
    if execution is not None:
        _refuse_other_content(arc, Stage.EXECUTION, RENDERER.body(Stage.EXECUTION, inputs, ()))
    if execution is not None or arc.resolution not in {None, Resolution.CHANGE}:
        consulted = _consulted(planned, execution, start.most, hands)
        planned = _with_plan(planned, with_proposals(_plan(planned), consulted.judged))
        inputs = altered(inputs, proposals=tuple(_guarded(consulted.judged)))
    else:
        planned = _with_plan(planned, _parked(_plan(planned)))
    return Standing(with_footprint(arc, inputs), planned, base.drafted(), screened, consulted, inputs)


# ---- the arc


def _fresh(planned: Planned, start: Start) -> Arc:
    used = {stamp.id for stamp in planned.outcome.scan.packs}
    pack = pack_named([one for one in planned.packs if one.id in used])
    return new_arc(start.where, start.head, pack, _content(planned, start))


def _content(planned: Planned, start: Start) -> str:
    """A hash of what was found and planned, answers of a person included: files may have changed since the commit, but
    one that has no part in the migration makes no other arc.
    """
    plan = _plan(planned)
    found = planned.outcome.scan.findings
    seen: list[Any] = [found, plan.headers, plan.questions, plan.edits, plan.files, plan.consultations]
    seen += [start.words] if start.words is not None else []
    return sha256(compact([plain(one) for one in seen]).encode()).hexdigest()


def _refuse_other_content(arc: Arc, stage: Stage, body: str | None) -> None:
    """A reply that was given to other questions than this version asks is not taken for one to these."""
    taken = arc.taken(stage)
    if taken is not None and (body is None or turn_id(arc, stage, body) != taken.turn):
        raise OtherQuestionsError(arc)


# ---- the strategy


def _screened(strategy: TurnTaken | None, held: Held, plan: Asking) -> Screened | None:
    if strategy is None:
        return Screened(held.outcome, held.plan) if held.outcome is not None else None
    said = Said(strategy.said["amendments"], strategy.said.get("notes"), strategy.prompt_sha256)
    about = Circumstances(plan.need, ProviderName.RELAY, None, plan.files_read)
    return landed_over(held.plan, held.outcome, plan.env, said, about)


# ---- the questions


def _plan(planned: Planned) -> PlanOutcome:
    assert planned.outcome.plan is not None
    return planned.outcome.plan


def _with_plan(planned: Planned, plan: PlanOutcome) -> Planned:
    return altered(planned, outcome=Outcome(planned.outcome.scan, plan))


def _parked(plan: PlanOutcome) -> PlanOutcome:
    """The plan while its questions wait: they have no number yet and no record."""
    rows = tuple(
        altered(row, asked=None, not_asked=NotAsked.PARKED) if row.asked is not None else row for row in plan.withheld
    )
    return altered(plan, withheld=rows, consultations=())


def _consulted(planned: Planned, execution: TurnTaken | None, most: int, hands: Hands) -> Consulted:
    answers = execution.said["answers"] if execution is not None else {}
    exchanges = [
        Exchange(question, request_text(question).encode(), _outcome(question, answers, most))
        for question in _plan(planned).consultations
    ]
    asked = Asked(ProviderName.RELAY, "", execution.model_class if execution is not None else "")
    return Consulted(asked, hands.judged(exchanges))


def _outcome(question: Consultation, answers: Mapping[str, object], most: int) -> Reply | ProviderError:
    if question.index > most:
        return ProviderError(ProviderFailure.BUDGET_SPENT, f"{most} questions were asked in this run.")
    if str(question.index) not in answers:
        return ProviderError(ProviderFailure.NO_REPLY, "The strategy wanted no edits.")
    answer = answered(answers[str(question.index)])
    assert isinstance(answer, Answered)  # else the reply was not taken
    return Reply(answer.proposal, answer.given, (None, None))


def _guarded(verdicts: Sequence[Judged]) -> Iterator[Guarded]:
    for one in verdicts:
        outcome = one.exchange.outcome
        if one.passed and isinstance(outcome, Reply) and outcome.proposal is not None:
            proposal, question = outcome.proposal, one.exchange.question
            yield Guarded(
                question.index,
                question.path,
                question.symbol,
                proposal.start_line,
                proposal.replaces,
                proposal.replacement,
            )


def _inputs(planned: Planned, strategy: str | None, start: Start) -> Inputs:
    used = {stamp.id for stamp in planned.outcome.scan.packs}
    ground = ground_of([pack for pack in planned.packs if pack.id in used])
    return Inputs(
        strategy=strategy,
        questions=_plan(planned).consultations[: start.most],
        proposals=(),
        notes=ground.notes,
        baseline=start.baseline,
        is_gone=ground.is_gone,
        target=ground.target,
    )
