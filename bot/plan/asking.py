"""Which withheld rows become questions to a model, and what is sent with each.

A generator of wants: a file is read a second time only where a row in it is asked about.
"""

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.models.consultation import Consultation, Context, Contexts
from bot.models.names import RowId
from bot.models.outcome import PlanOutcome
from bot.models.run import Withheld
from bot.models.struct import altered
from bot.models.want import Analyse, Analysed, Answer, Job, Want
from bot.models.writing import plain
from bot.plan.assembly import SettledPack
from bot.plan.draft import FileDraft
from bot.vocabulary import Bail, ConsultSkip, NotAsked


@dataclass(frozen=True, slots=True)
class Asked:
    """The withheld rows with what becomes of asking, and the questions, both in document order."""

    withheld: tuple[Withheld, ...]
    consultations: tuple[Consultation, ...]


@dataclass(frozen=True, slots=True)
class _Home:
    """Where a row lies."""

    settled: SettledPack
    draft: FileDraft


def unasked(plan: PlanOutcome) -> PlanOutcome:
    """The plan of a run that asks no model after all: as if it had never been meant to."""
    rows = tuple(
        altered(row, asked=None, skip=None, not_asked=NotAsked.NO_PROVIDER) if _waits_for_a_model(row) else row
        for row in plan.withheld
    )
    return altered(plan, withheld=rows, consultations=())


def _waits_for_a_model(row: Withheld) -> bool:
    return row.skip is None or row.skip is ConsultSkip.CONTEXT_TOO_LARGE


def questions_for_a_model(
    settled: Sequence[SettledPack], withheld: Sequence[Withheld]
) -> Generator[Want, Answer, Asked]:
    """Decide it for every row that may be asked: its pack and file allow it, and what belongs to it is short enough."""
    homes = dict(_homes(settled))
    shared = _paths_of_two(settled)
    waiting: dict[str, list[Withheld]] = defaultdict(list)
    words: dict[RowId, NotAsked] = {}
    for row in withheld:
        if row.skip is None:
            word = _not_asked(homes[row.row_id], shared)
            if word is None:
                waiting[row.path].append(row)
            else:
                words[row.row_id] = word
    contexts = yield from _contexts(waiting, homes)
    return _numbered(withheld, homes, contexts, words)


def _homes(settled: Iterable[SettledPack]) -> Iterator[tuple[RowId, _Home]]:
    for one in settled:
        for draft in (*one.plan.code.values(), *one.plan.manifests.values()):
            for finding in one.findings[draft.key]:
                yield finding.row_id, _Home(one, draft)


def _paths_of_two(settled: Sequence[SettledPack]) -> frozenset[str]:
    """The files in which more than one pack has something to say."""
    seen = Counter(path for one in settled for path, draft in one.plan.code.items() if draft.actionable)
    return frozenset(path for path, packs in seen.items() if packs > 1)


def _not_asked(home: _Home, shared: frozenset[str]) -> NotAsked | None:
    if home.draft.held_back is Bail.LEFT_OUT:
        return NotAsked.LEFT_OUT
    if home.settled.plan.coupled:
        return NotAsked.COUPLED_PACK
    return NotAsked.TWO_PACKS if home.draft.path in shared else None


def _contexts(
    waiting: Mapping[str, Sequence[Withheld]], homes: Mapping[RowId, _Home]
) -> Generator[Want, Answer, dict[RowId, Context | None]]:
    jobs = []
    for path, rows in waiting.items():
        home = homes[rows[0].row_id]
        bindings = [plain(one) for one in home.settled.plan.bindings.get(path, ())]
        parameters = {"lines": [row.line for row in rows], "bindings": bindings}
        jobs.append(Job("contexts", path, parameters, Contexts, home.draft.source))
    answers = (yield Analyse(tuple(jobs), "looking at what is asked")) if jobs else ()
    assert isinstance(answers, tuple)
    found: dict[RowId, Context | None] = {}
    for rows, answer in zip(waiting.values(), answers, strict=True):
        contexts: tuple[Context | None, ...] = (None,) * len(rows)
        if isinstance(answer, Analysed) and isinstance(answer.result, Contexts):
            contexts = answer.result.contexts
        found |= {row.row_id: context for row, context in zip(rows, contexts, strict=True)}
    return found


def _numbered(
    withheld: Sequence[Withheld],
    homes: Mapping[RowId, _Home],
    contexts: Mapping[RowId, Context | None],
    words: Mapping[RowId, NotAsked],
) -> Asked:
    rows: list[Withheld] = []
    consultations: list[Consultation] = []
    for row in withheld:
        context = contexts.get(row.row_id)
        if row.row_id in words:
            rows.append(altered(row, not_asked=words[row.row_id]))
        elif row.row_id not in contexts:
            rows.append(row)
        elif context is None:
            rows.append(altered(row, skip=ConsultSkip.CONTEXT_TOO_LARGE, not_asked=None))
        else:
            consultations.append(_consultation(len(consultations) + 1, row, homes[row.row_id], context))
            rows.append(altered(row, asked=len(consultations), not_asked=None))
    return Asked(tuple(rows), tuple(consultations))


def _consultation(index: int, row: Withheld, home: _Home, context: Context) -> Consultation:
    pack = home.settled.pack
    assert row.symbol is not None  # a row without a symbol lies in no file that could be written
    return Consultation(
        index=index,
        row_id=row.row_id,
        pack=pack.id,
        path=row.path,
        line=row.line,
        symbol=row.symbol,
        bail=row.bail,
        context=context,
        limitations=pack.limitations,
        to_modules=pack.new.modules,
        before_sha256=sha256(home.draft.source).hexdigest(),
    )
