"""The relay of a durable run: its arc is kept beside the rows of the pull request, one a head.

An arc is kept before anything is said of its turn, so whoever dies in between loses nothing: the same turn is handed
out again. Sync; called in threads, while the run has the pull request for itself.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.consult.provider import Exchange
from bot.consult.records import Judged
from bot.models.arc import Arc
from bot.models.document import FORMAT_VERSION
from bot.models.names import CommitSha, RunId
from bot.models.offering import OfferedTurn
from bot.models.run_key import RunKey
from bot.models.screening import DraftedPlan, ScreeningDocument
from bot.models.writing import compact
from bot.relay.engine import JudgmentRefused, RelayOutcome, emit
from bot.relay.standing import RENDERER, OtherQuestionsError, Standing, Start, stand
from bot.screening.amendments import Source
from bot.screening.held import Planned
from bot.settings import Settings
from bot.store import amendments, arcs, installations
from bot.store.amendments import HeldAmendment, Revision
from bot.store.arcs import KeptArc
from bot.store.database import Database
from bot.vocabulary import RelayKind, Stage, VerifyStatus
from bot.workflows.model_part import Consulted

LONGEST_SHOWN = 12_000
"""Characters of a turn that a comment shows; a longer one is a file of the run folder alone."""

Judge = Callable[[Sequence[Exchange]], tuple[Judged, ...]]


@dataclass(frozen=True, slots=True)
class Relayed:
    """What the arc made of the run, the arc with the turn that is open now, and what is told of that. `parent` is the
    run whose turn was replied to last.
    """

    planned: Planned
    screened: ScreeningDocument | None
    consulted: Consulted | None
    arc: Arc
    turn: OfferedTurn | None
    parent: RunId | None


@dataclass(frozen=True, slots=True)
class Relaying:
    """Of one run; `held` and `revision` are what it began with, `baseline` what other CI says of the commit."""

    settings: Settings
    database: Database
    now: Callable[[], datetime]
    key: RunKey
    run_id: RunId
    held: tuple[HeldAmendment, ...]
    revision: Revision | None
    baseline: VerifyStatus | None
    judge: Judge

    def carry_out(self, base: Planned, source: Source, again: Callable[[DraftedPlan], Planned]) -> Relayed:
        """Take the arc of the head, or begin one; open its next turn, and keep it."""
        row = self._row()
        kept = row.arc() if row is not None else None
        stood: Standing | None = None
        if row is not None and kept is not None and self._goes_on(row):
            hands = _Hands(again, self.judge, kept)
            try:
                stood = stand(base, self._start(row), source, hands)
            except OtherQuestionsError:
                stood = None  # another version asks something else: everything is asked anew
            if stood is not None and stood.arc.id != kept.id:
                stood = None
        if row is None or stood is None:
            row = self._begun(row)
            hands = _Hands(again, self.judge, None)
            stood = stand(base, self._start(row), source, hands)
        opened = emit(stood.arc, stood.inputs, RENDERER, self.settings.model_class, self.settings.judgment)
        refused = opened.sentence if isinstance(opened, JudgmentRefused) else None
        arc, outcome = (stood.arc, None) if isinstance(opened, JudgmentRefused) else opened
        self._keep(replace(row.with_arc(arc), run_id=self.run_id, updated_at=self.now()), stood)
        return self._relayed(row, stood, hands, arc, _told(arc, outcome, refused))

    def _row(self) -> KeptArc | None:
        with self.database.read() as connection:
            return arcs.find(connection, self.key.repository_id, self.key.pull, self.key.head_sha)

    def _goes_on(self, row: KeptArc) -> bool:
        """Whether nobody said since what they want of the plan."""
        return self.revision is None or self.revision.words == row.words

    def _begun(self, row: KeptArc | None) -> KeptArc:
        """An arc anew, under what holds now. Words that were asked about but not answered are asked about again."""
        revision = self.revision
        if revision is None and row is not None and row.words is not None and not _has_strategy(row):
            revision = Revision(row.words, row.words_by or "")
        return KeptArc(
            repository_id=self.key.repository_id,
            pull=self.key.pull,
            head_sha=CommitSha(self.key.head_sha),
            document=b"",
            words=revision.words if revision is not None else None,
            words_by=revision.given_by if revision is not None else None,
            held=amendments.written(self.held),
            run_id=self.run_id,
            replied_run_id=None,
            replied_command_id=None,
            replied_by=None,
            updated_at=self.now(),
        )

    def _start(self, row: KeptArc) -> Start:
        return Start(
            where=f"repository {self.key.repository_id}, pull request {self.key.pull}",
            head=self.key.head_sha,
            most=self.settings.limits.questions,
            held=tuple(one.amendment for one in amendments.read_written(row.held)),
            words=row.words,
            baseline=self.baseline,
        )

    def _keep(self, row: KeptArc, stood: Standing) -> None:
        """The arc, and in the same transaction what its strategy has hold for later heads."""
        at = (row.repository_id, row.pull)
        with self.database.write() as connection:
            if installations.repository(connection, row.repository_id) is None:
                return  # removed meanwhile: nothing may be kept about it
            arcs.put(connection, row)
            if self.revision is not None:
                amendments.was_asked(connection, *at, self.revision)
            if stood.screened is not None and stood.arc.taken(Stage.STRATEGY) is not None:
                known = {compact(one.amendment): one.given_by for one in amendments.held(connection, *at)}
                new = [HeldAmendment(one, known.get(compact(one), row.replied_by)) for one in stood.screened.taken]
                amendments.hold(connection, *at, amendments.held_with(new, amendments.read_written(row.held)))

    def _relayed(self, row: KeptArc, stood: Standing, hands: "_Hands", arc: Arc, turn: OfferedTurn | None) -> Relayed:
        screened, found = stood.screened, stood.consulted
        document = None
        if screened is not None:
            document = ScreeningDocument(
                version=FORMAT_VERSION,
                outcome=screened.outcome,
                plan=screened.plan,
                prompt_sha256=screened.prompt_sha256,
            )
        consulted = Consulted(found.asked, found.judged, hands.judging_ms) if found is not None else None
        parent = row.replied_run_id if arc.history else None
        return Relayed(stood.planned, document, consulted, arc, turn, parent)


def _has_strategy(row: KeptArc) -> bool:
    arc = row.arc()
    return arc is not None and arc.taken(Stage.STRATEGY) is not None


def _told(arc: Arc, outcome: RelayOutcome | None, refused: str | None) -> OfferedTurn | None:
    """Null where nothing is left to be asked."""
    if outcome is not None and outcome.kind is RelayKind.ADVANCED:
        return None
    prompt = outcome.prompt if outcome is not None else None
    return OfferedTurn(
        kind=outcome.kind if outcome is not None else None,
        stage=arc.stage,
        turn=outcome.turn if outcome is not None else None,
        prompt=prompt if prompt is not None and len(prompt) <= LONGEST_SHOWN else None,
        ungrounded=arc.ungrounded,
        symbols=arc.footprint.symbols,
        refused=refused,
    )


@dataclass(slots=True)
class _Hands:
    """`arc` is the one that is kept; null where one begins."""

    remake: Callable[[DraftedPlan], Planned]
    judge: Judge
    arc: Arc | None
    judging_ms: int = field(default=0)

    def kept(self, fresh: Arc) -> Arc:
        return self.arc if self.arc is not None and self.arc.id == fresh.id else fresh

    def again(self, amended: DraftedPlan) -> Planned:
        return self.remake(amended)

    def judged(self, exchanges: Sequence[Exchange]) -> tuple[Judged, ...]:
        started = time.monotonic()
        found = self.judge(exchanges)
        self.judging_ms = round((time.monotonic() - started) * 1000)
        return found
