"""`emit` opens a turn or gives the open one again; `resume` takes a reply to it. Pure, and an arc is never changed.

The stages follow one another: strategy, execution, critic, evaluation, accept. One that has nothing to ask is passed
over; what only a run can tell (which questions there are, which proposals passed the guard) comes in as `Inputs`.
"""

from collections.abc import Collection
from hashlib import sha256
from typing import TypeAlias

from bot.models.arc import Arc, CriticFinding, Footprint, Note, PendingTurn, TurnTaken
from bot.models.names import PackId
from bot.models.struct import Frozen, altered
from bot.relay.evaluation import evaluated
from bot.relay.grounding import grounded
from bot.relay.inputs import Inputs
from bot.relay.rendering import Renderer, turn_id
from bot.relay.replies import ReplyProblem
from bot.vocabulary import ArcStatus, ModelClass, RelayKind, ReplyFault, Resolution, Stage

Judgment: TypeAlias = Collection[Stage]
"""The stages that only a model may answer that reasons before it does."""


class RelayOutcome(Frozen):
    """What a step came to. `turn` and `prompt` are those of the open turn, null where none is."""

    kind: RelayKind
    stage: Stage
    turn: str | None
    prompt: str | None
    ungrounded: bool


class JudgmentRefused(Frozen):
    """The gate's word: this stage wants another class of model. Nothing was rendered and nothing changed."""

    stage: Stage

    @property
    def sentence(self) -> str:
        """For a person."""
        return f"The stage {self.stage} is only to be answered by a model of the class {ModelClass.REASONING}."


Step: TypeAlias = tuple[Arc, RelayOutcome]


def new_arc(where: str, head: str, pack: PackId, content: str = "") -> Arc:
    """An arc of which nothing was asked yet; `content` tells plans of one head apart."""
    parts = "\0".join([where, head, pack, content])
    return Arc(
        id=sha256(parts.encode(errors="backslashreplace")).hexdigest()[:16],
        where=where,
        head=head,
        pack=pack,
        stage=Stage.STRATEGY,
        status=ArcStatus.OPEN,
        resolution=None,
        pending=None,
        history=(),
        footprint=Footprint(paths=(), symbols=()),
        context=(),
        ungrounded=False,
        findings=(),
    )


def emit(
    arc: Arc, inputs: Inputs, renderer: Renderer, model_class: ModelClass, judgment: Judgment
) -> Step | JudgmentRefused:
    """Open the next turn, or give the open one again, to the byte; ADVANCED where nothing is left to ask."""
    while arc.pending is None and not _asks(arc, inputs):
        if arc.stage is Stage.ACCEPT:
            done = altered(arc, status=ArcStatus.WAITS_FOR_PERSON)
            return done, _outcome(done, RelayKind.ADVANCED)
        if arc.stage is Stage.EVALUATION:
            arc = altered(arc, findings=evaluated(arc.findings, inputs))
        arc = _advanced(arc)
    if arc.stage in judgment and model_class is not ModelClass.REASONING:
        return JudgmentRefused(arc.stage)
    if arc.pending is not None:
        return arc, _outcome(arc, RelayKind.AWAITING)
    units: tuple[Note, ...] = ()
    if arc.stage is Stage.CRITIC:
        grounding = grounded(arc.footprint, inputs.notes)
        if grounding.gap:
            return arc, _outcome(arc, RelayKind.GAP)
        units = grounding.units
        told = tuple(unit.id for unit in units)
        arc = altered(arc, context=told, ungrounded=not units and inputs.baseline is None)
    opened = altered(arc, pending=_pending(arc, inputs, renderer, model_class, units))
    return opened, _outcome(opened, RelayKind.AWAITING)


def resume(arc: Arc, reply_text: str, renderer: Renderer, judgment: Judgment) -> Step | ReplyProblem | JudgmentRefused:
    """Take the reply to the open turn. One that is malformed or not meant for it changes nothing."""
    pending = arc.pending
    if pending is None:
        return ReplyProblem(ReplyFault.NOTHING_OPEN)
    if pending.stage in judgment and pending.model_class is not ModelClass.REASONING:
        return JudgmentRefused(pending.stage)
    replied = renderer.read(reply_text, pending)
    if isinstance(replied, ReplyProblem):
        return replied
    taken = TurnTaken(
        turn=pending.turn,
        stage=pending.stage,
        model_class=pending.model_class,
        prompt_sha256=pending.prompt_sha256,
        reply_sha256=sha256(reply_text.encode(errors="backslashreplace")).hexdigest(),
        said=replied.said,
    )
    arc = altered(arc, pending=None, history=(*arc.history, taken))
    if pending.stage is Stage.STRATEGY:
        arc = altered(arc, resolution=replied.resolution)
    if pending.stage is Stage.CRITIC:
        found = (
            CriticFinding(
                number=number, proposal=one.proposal, check=one.check, text=one.text, why=one.why, confirmed=None
            )
            for number, one in enumerate(replied.claims, 1)
        )
        arc = altered(arc, findings=tuple(found))
    arc = _advanced(arc)
    return arc, _outcome(arc, RelayKind.ADVANCED)


def with_footprint(arc: Arc, inputs: Inputs) -> Arc:
    """The arc with what its proposals would change, once the guard has judged the replies."""
    if arc.taken(Stage.EXECUTION) is None:
        return arc
    paths = sorted({one.path for one in inputs.proposals})
    symbols = sorted({one.symbol for one in inputs.proposals})
    return altered(arc, footprint=Footprint(paths=tuple(paths), symbols=tuple(symbols)))


def _asks(arc: Arc, inputs: Inputs) -> bool:
    match arc.stage:
        case Stage.STRATEGY:
            return inputs.strategy is not None
        case Stage.EXECUTION:
            return bool(inputs.questions)
        case Stage.CRITIC:
            return bool(inputs.proposals)
        case _:
            return False


def _advanced(arc: Arc) -> Arc:
    """The arc at its next stage; one whose strategy wants no edits goes to the person at once."""
    if arc.stage is Stage.STRATEGY:
        resolution = arc.resolution or Resolution.CHANGE
        stage = Stage.EXECUTION if resolution is Resolution.CHANGE else Stage.ACCEPT
        return altered(arc, resolution=resolution, stage=stage)
    stages = list(Stage)
    return altered(arc, stage=stages[stages.index(arc.stage) + 1])


def _pending(
    arc: Arc, inputs: Inputs, renderer: Renderer, model_class: ModelClass, units: tuple[Note, ...]
) -> PendingTurn:
    body = renderer.body(arc.stage, inputs, units)
    turn = turn_id(arc, arc.stage, body)
    asked = _asked(arc.stage, inputs)
    prompt = renderer.document(turn, arc.stage, body, asked)
    return PendingTurn(
        turn=turn,
        stage=arc.stage,
        model_class=model_class,
        asked=asked,
        prompt=prompt,
        prompt_sha256=sha256(prompt.encode()).hexdigest(),
    )


def _asked(stage: Stage, inputs: Inputs) -> tuple[int, ...]:
    match stage:
        case Stage.EXECUTION:
            return tuple(one.index for one in inputs.questions)
        case Stage.CRITIC:
            return tuple(one.number for one in inputs.proposals)
        case _:
            return ()


def _outcome(arc: Arc, kind: RelayKind) -> RelayOutcome:
    pending = arc.pending
    return RelayOutcome(
        kind=kind,
        stage=arc.stage,
        turn=pending.turn if pending is not None else None,
        prompt=pending.prompt if pending is not None else None,
        ungrounded=arc.ungrounded,
    )
