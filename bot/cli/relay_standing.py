"""Where the relay stands at the terminal: over a folder, with the arcs that are kept in it."""

import time
from collections.abc import Sequence
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
from bot.consult.provider import Exchange
from bot.consult.records import Judged
from bot.models.arc import Arc
from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen, Mutable, altered
from bot.relay.inputs import Inputs
from bot.relay.standing import OtherQuestionsError, Start, stand
from bot.screening.held import Planned
from bot.screening.tree_source import source_of

_NO_COMMIT = "no commit"


class LocalStanding(Frozen):
    """The arc, the run as its replies leave it, how the strategy's amendments landed, and what became of the questions;
    the last two are null where there was no such reply.
    """

    arc: Arc
    finished: LocalRun
    screened: ScreeningPart | None
    found: Consulted | None
    inputs: Inputs


def stand_locally(root: Path, finished: LocalRun, again: Again) -> LocalStanding:
    """What the kept arc makes of a run with questions for a model, which used one pack. Raises CommandError."""
    hands = _Hands(root, finished, again)
    git = finished.git
    head = git.sha if git is not None and git.sha is not None else _NO_COMMIT
    start = Start(_where(root), head, Budget().questions)
    try:
        with opened(root, None, told=False) as source:
            stood = stand(_planned(finished), start, source_of(source.tree, finished.config), hands)
    except OtherQuestionsError as error:
        raise CommandError(
            f"The arc {error.arc.id} was begun by another version of Obelize or of the pack, which asked something "
            f"else. Remove .obelize/relay/{error.arc.id}.json to begin anew."
        ) from error
    found = stood.consulted
    return LocalStanding(
        arc=stood.arc,
        finished=altered(hands.finished, outcome=stood.planned.outcome),
        screened=part_of(stood.screened, stood.plan) if stood.screened is not None else None,
        found=Consulted(found.asked, found.judged, hands.judging_ms) if found is not None else None,
        inputs=stood.inputs,
    )


class _Hands(Mutable):
    """`finished` is the run as it was made last."""

    root: Path
    finished: LocalRun
    remake: Again
    judging_ms: int = 0

    def kept(self, fresh: Arc) -> Arc:
        return kept_arc(self.root, fresh)

    def again(self, amended: DraftedPlan) -> Planned:
        self.finished = self.remake(amended)
        return _planned(self.finished)

    def judged(self, exchanges: Sequence[Exchange]) -> tuple[Judged, ...]:
        started = time.monotonic()
        verdicts = tuple(judged(self.root, exchanges, self.finished.packs))
        self.judging_ms = round((time.monotonic() - started) * 1000)
        return verdicts


def _planned(finished: LocalRun) -> Planned:
    packs = tuple(loaded.pack for loaded in finished.packs)
    return Planned(finished.outcome, finished.config, packs, frozenset(finished.settings.client_names))


def _where(root: Path) -> str:
    """The remote's address and the folder in the repository; a folder without one is told by the hash of its path."""
    origin = origin_of(root)
    if origin.address is not None:
        return f"{origin.address} {origin.prefix}".rstrip()
    return f"folder {sha256(str(root.resolve()).encode(errors='surrogateescape')).hexdigest()[:16]}"
