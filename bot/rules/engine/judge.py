"""Asks the rules of a pack about the sightings of one file: the first change that speaks for a row has it."""

from collections.abc import Sequence

from bot.packs.schema import Change, Pack
from bot.rules.engine.kinds import parameters_of, rule_kind
from bot.rules.engine.verdict import Migrate, Verdict
from bot.scan.facts import Judgement
from bot.scan.manifests.declaration import Declaration
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail, ScanStatus


def judge_sightings(view: FileView, sightings: Sequence[Sighting], pack: Pack) -> tuple[Judgement, ...]:
    """One judgement a sighting, in parallel. A rule that breaks costs the rows it would have taken, by name."""
    taken: dict[int, Judgement] = {}
    for change in pack.changes:
        for index, verdict in _verdicts(view, sightings, pack, change):
            if index not in taken:
                taken[index] = _judgement(change, verdict)
    return tuple(taken.get(index, _unclaimed(sighting)) for index, sighting in enumerate(sightings))


def _verdicts(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, change: Change
) -> list[tuple[int, Verdict | None]]:
    module = rule_kind(change.kind)
    if not hasattr(module, "judge"):
        return []
    parameters = parameters_of(change)
    try:
        return list(module.judge(view, sightings, pack, parameters))
    except Exception:  # noqa: BLE001 - STYLE 20: one rule that crashes costs its own findings and is reported by name
        eligible = (index for index, sighting in enumerate(sightings) if sighting.row.bail is None)
        return [(index, None) for index in eligible]


def _judgement(change: Change, verdict: Verdict | None) -> Judgement:
    if verdict is None:
        return Judgement(change=change.id, bail=Bail.RULE_FAILED)
    if isinstance(verdict, Migrate):
        within, alone = tuple(sorted(verdict.within_file)), tuple(sorted(verdict.not_elsewhere))
        return Judgement(
            change=change.id,
            bail=None,
            replacements=verdict.replacements,
            note=verdict.note,
            within_file=within,
            not_elsewhere=alone,
            calls=verdict.calls,
            reads_attributes=verdict.reads_attributes,
            mocks=verdict.mocks,
            relied_on=verdict.relied_on,
            offers=verdict.offers,
            models=verdict.models,
            takes=verdict.takes,
            handed=verdict.handed,
        )
    return Judgement(
        change=change.id, bail=verdict.bail, note=verdict.note, relied_on=verdict.relied_on, asks=verdict.asks
    )


def _unclaimed(sighting: Sighting) -> Judgement:
    mention = sighting.row.scan_status is ScanStatus.NOT_A_USAGE
    return Judgement(change=None, bail=None if mention else sighting.row.bail or Bail.NO_RULE)


def judge_declaration(declaration: Declaration, pack: Pack) -> Judgement:
    """What the pack's changes say of one dependency line."""
    for change in pack.changes:
        module = rule_kind(change.kind)
        if hasattr(module, "judge_declaration"):
            parameters = parameters_of(change)
            return _judgement(change, module.judge_declaration(declaration, pack, parameters))
    return Judgement(change=None, bail=declaration.bail or Bail.NO_RULE)
