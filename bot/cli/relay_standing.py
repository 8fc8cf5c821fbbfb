"""Where the relay stands at the terminal: a run over the folder, with everything that the arc's replies make of it.

Nothing of that is kept but the replies: the plan is made again under what the strategy said, and the guard judges every
proposal against the file as it is now.
"""

import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from bot.cli.arc_home import kept_arc
from bot.cli.consulting import Consulted, judged
from bot.cli.errors import CommandError
from bot.cli.local_run import LocalRun
from bot.cli.local_source import opened, origin_of
from bot.cli.model_help import Again
from bot.cli.screening import ScreeningPart, part_of
from bot.consult.ask import Budget
from bot.consult.proposal import Answered, answered
from bot.consult.provider import Exchange, ProviderError, Reply
from bot.consult.records import Asked, Judged
from bot.consult.taken import with_proposals
from bot.consult.target import target_of
from bot.models.arc import Arc, TurnTaken
from bot.models.consultation import Consultation
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.struct import Frozen, altered
from bot.models.writing import compact, plain
from bot.packs.loaded import LoadedPack, notes_beside, target_listing
from bot.packs.notes import read_notes
from bot.packs.surface import Gone, SurfaceIndex
from bot.relay.engine import new_arc, with_footprint
from bot.relay.inputs import Guarded, Inputs
from bot.relay.rendering import Document, request_text, turn_id
from bot.relay.strategy import Asking, asking
from bot.screening.drafted import drafted_plan, env_of
from bot.screening.landing import Circumstances, landed
from bot.screening.screener import Said
from bot.screening.tree_source import source_of
from bot.vocabulary import NotAsked, ProviderFailure, ProviderName, Resolution, Stage

RENDERER = Document()

_NO_COMMIT = "no commit"


class Standing(Frozen):
    """The arc, the run as its replies leave it, how the strategy's amendments landed, and what became of the questions;
    the last two are null where there was no such reply.
    """

    arc: Arc
    finished: LocalRun
    screened: ScreeningPart | None
    found: Consulted | None
    inputs: Inputs


def stand(root: Path, finished: LocalRun, again: Again) -> Standing:
    """What the kept arc makes of a run with questions for a model, which used one pack. Raises CommandError."""
    arc = kept_arc(root, _fresh(root, finished))
    plan = _asked_about(root, finished)
    _refuse_other_content(arc, Stage.STRATEGY, plan.text)
    strategy, screened = arc.taken(Stage.STRATEGY), None
    if strategy is not None:
        screened = _screened(root, finished, plan, strategy)
        finished = again(screened.amended) if screened.amended is not None else finished
    pack = finished.packs[0]
    inputs = _inputs(pack, plan.text, _questions(finished))
    execution, found = arc.taken(Stage.EXECUTION), None
    if execution is not None:
        _refuse_other_content(arc, Stage.EXECUTION, RENDERER.body(Stage.EXECUTION, inputs, ()))
    if execution is not None or arc.resolution not in {None, Resolution.CHANGE}:
        found = _consulted(root, finished, execution, pack)
        finished = _with_plan(finished, with_proposals(_plan(finished), found.judged))
        inputs = altered(inputs, proposals=tuple(_guarded(found.judged)))
    else:
        finished = _with_plan(finished, _parked(_plan(finished)))
    return Standing(with_footprint(arc, inputs), finished, screened, found, inputs)


# ---- the arc


def _fresh(root: Path, finished: LocalRun) -> Arc:
    git = finished.git
    head = git.sha if git is not None and git.sha is not None else _NO_COMMIT
    return new_arc(_where(root), head, finished.packs[0].id, _content(finished))


def _where(root: Path) -> str:
    """The remote's address and the folder in the repository; a folder without one is told by the hash of its path."""
    origin = origin_of(root)
    if origin.address is not None:
        return f"{origin.address} {origin.prefix}".rstrip()
    return f"folder {sha256(str(root.resolve()).encode(errors='surrogateescape')).hexdigest()[:16]}"


def _content(finished: LocalRun) -> str:
    """A hash of what was found and planned, answers of a person included: files may have changed since the commit, but
    one that has no part in the migration makes no other arc.
    """
    plan = _plan(finished)
    seen = (finished.outcome.scan.findings, plan.headers, plan.questions, plan.edits, plan.files, plan.consultations)
    return sha256(compact([plain(one) for one in seen]).encode()).hexdigest()


def _refuse_other_content(arc: Arc, stage: Stage, body: str | None) -> None:
    """A reply that was given to other questions than this version asks is not taken for one to these."""
    taken = arc.taken(stage)
    if taken is not None and (body is None or turn_id(arc, stage, body) != taken.turn):
        raise CommandError(
            f"The arc {arc.id} was begun by another version of Obelize or of the pack, which asked something else. "
            f"Remove .obelize/relay/{arc.id}.json to begin anew."
        )


# ---- the strategy


def _asked_about(root: Path, finished: LocalRun) -> Asking:
    drafted = drafted_plan(finished.outcome, finished.config, [loaded.pack for loaded in finished.packs])
    with opened(root, None, told=False) as source:
        env = env_of(finished.outcome, drafted, finished.settings.client_names, source_of(source.tree, finished.config))
        return asking(drafted, env)


def _screened(root: Path, finished: LocalRun, plan: Asking, strategy: TurnTaken) -> ScreeningPart:
    said = Said(strategy.said["amendments"], strategy.said.get("notes"), strategy.prompt_sha256)
    about = Circumstances(plan.need, ProviderName.RELAY, None, plan.files_read)
    with opened(root, None, told=False) as source:
        env = altered(plan.env, source=source_of(source.tree, finished.config))
        return part_of(landed(plan.drafted, env, said, about), plan.drafted)


# ---- the questions


def _plan(finished: LocalRun) -> PlanOutcome:
    assert finished.outcome.plan is not None
    return finished.outcome.plan


def _with_plan(finished: LocalRun, plan: PlanOutcome) -> LocalRun:
    return altered(finished, outcome=Outcome(finished.outcome.scan, plan))


def _questions(finished: LocalRun) -> tuple[Consultation, ...]:
    return _plan(finished).consultations[: Budget().questions]


def _parked(plan: PlanOutcome) -> PlanOutcome:
    """The plan while its questions wait: they have no number yet and no record."""
    rows = tuple(
        altered(row, asked=None, not_asked=NotAsked.PARKED) if row.asked is not None else row for row in plan.withheld
    )
    return altered(plan, withheld=rows, consultations=())


def _consulted(root: Path, finished: LocalRun, execution: TurnTaken | None, pack: LoadedPack) -> Consulted:
    started = time.monotonic()
    answers = execution.said["answers"] if execution is not None else {}
    exchanges = [
        Exchange(question, request_text(question).encode(), _outcome(question, answers))
        for question in _plan(finished).consultations
    ]
    verdicts = tuple(judged(root, exchanges, [pack]))
    asked = Asked(ProviderName.RELAY, "", execution.model_class if execution is not None else "")
    return Consulted(asked, verdicts, round((time.monotonic() - started) * 1000))


def _outcome(question: Consultation, answers: dict[str, object]) -> Reply | ProviderError:
    if question.index > Budget().questions:
        return ProviderError(ProviderFailure.BUDGET_SPENT, f"{Budget().questions} questions were asked in this run.")
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


def _inputs(pack: LoadedPack, strategy: str | None, questions: tuple[Consultation, ...]) -> Inputs:
    surface, new = SurfaceIndex(pack.pack), pack.pack.new
    return Inputs(
        strategy=strategy,
        questions=questions,
        proposals=(),
        notes=read_notes(notes_beside(pack.id)),
        baseline=None,
        is_gone=lambda name: isinstance(surface.fate(name), Gone),
        target=target_of(new.modules, target_listing(pack.id)),
    )
