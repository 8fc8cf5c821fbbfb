"""From settled drafts to the documents' records: edits, file edits, withheld rows and the patch."""

import hashlib
from collections.abc import Iterable, Mapping

from bot.consult.selection import skip_word
from bot.models.finding import Finding
from bot.models.header import PlanHeader
from bot.models.names import RowId
from bot.models.outcome import PlanOutcome, RefusedAnswer, WrittenFile
from bot.models.plan import Edit, FileEdit, Hunk, PlanCounts
from bot.models.question import Question
from bot.models.run import Withheld
from bot.models.struct import Frozen
from bot.packs.schema import Pack
from bot.plan.draft import Fate, FileDraft
from bot.plan.patch import file_patch
from bot.plan.planning import PackPlan
from bot.plan.stretches import PlannedStretch, planned_stretches
from bot.scan.facts import Judgement, Replacement
from bot.scan.source_kinds import never_rewritten
from bot.vocabulary import Bail, EditStatus, NotAsked, ScanStatus

_WITHOUT_A_RESULT = frozenset({Bail.RULE_FAILED, Bail.EDITS_OVERLAP})
"""The rules' driver came to no bytes that parse."""


class SettledPack(Frozen):
    """One pack's plan with the findings of each draft (by `FileDraft.key`), in the order of its rows."""

    pack: Pack
    plan: PackPlan
    findings: Mapping[tuple[str, bool], list[Finding]]


def assemble(settled: Iterable[SettledPack], refused: tuple[RefusedAnswer, ...] = ()) -> PlanOutcome:
    """The plan of a run, documents in their order; `refused` are answers that no question of it takes."""
    edits: list[Edit] = []
    withheld: list[Withheld] = []
    questions: list[Question] = []
    headers: list[PlanHeader] = []
    files: list[tuple[FileEdit, WrittenFile, bytes]] = []
    for one in settled:
        questions += one.plan.questions
        headers += [one.plan.header] if one.plan.header is not None else []
        for draft in (*one.plan.code.values(), *one.plan.manifests.values()):
            rows = _rows(one, draft)
            edits += [row.edit for row in rows]
            withheld += [row.withheld for row in rows if row.withheld is not None]
            if draft.path in one.plan.rewritten and (draft.answered or any(_edits(draft, row) for row in rows)):
                files.append(_file(one, draft, rows))
    files.sort(key=lambda found: found[0].path)
    auto = sum(edit.status is EditStatus.AUTO for edit in edits)
    return PlanOutcome(
        counts=PlanCounts(actionable=len(edits), auto=auto, withheld=len(withheld), files=len(files)),
        headers=tuple(headers),
        edits=tuple(sorted(edits, key=_document_order)),
        files=tuple(found[0] for found in files),
        withheld=tuple(sorted(withheld, key=_document_order)),
        questions=tuple(sorted(questions, key=lambda question: question.key)),
        patch=b"".join(found[2] for found in files),
        written=tuple(found[1] for found in files),
        idempotent=True if files else None,  # a file whose result is not stable is never in the plan
        refused=refused,
    )


def _document_order(row: Edit | Withheld) -> tuple[str, int, int, int, str]:
    return (row.path, row.cell or 0, row.line, row.column, row.row_id)


class _Row(Frozen):
    index: int
    edit: Edit
    withheld: Withheld | None


def _rows(one: SettledPack, draft: FileDraft) -> list[_Row]:
    findings = one.findings[draft.key]
    return [_row(one.pack, draft, index, fate, findings[index]) for index, fate in draft.fates().items()]


def _row(pack: Pack, draft: FileDraft, index: int, fate: Fate, finding: Finding) -> _Row:
    judgement = draft.judgements[index]
    status = _status(finding, fate)
    edit = Edit(
        row_id=finding.row_id,
        path=finding.path,
        cell=finding.cell,
        line=finding.line,
        column=finding.column,
        status=status,
        rule_id=f"{pack.id}:{judgement.change}" if judgement.change is not None else None,
        reason=fate.bail,
        caused_by=fate.caused_by,
        warnings=_warnings(judgement, fate),
    )
    return _Row(index, edit, _withheld(draft, finding, fate.bail, status, fate) if fate.bail is not None else None)


def _status(finding: Finding, fate: Fate) -> EditStatus:
    if fate.bail is None:
        return EditStatus.AUTO
    unsupported = finding.scan_status is ScanStatus.UNSUPPORTED
    return EditStatus.UNSUPPORTED if unsupported else EditStatus.NEEDS_REVIEW


def _warnings(judgement: Judgement, fate: Fate) -> tuple[str, ...]:
    """The pack's sentence, where it fits the last word: a suggestion beside its own bail, a caution beside auto."""
    fits = judgement.note is not None and fate.bail in {None, judgement.bail}
    return (judgement.note,) if fits and judgement.note is not None else ()


def _withheld(draft: FileDraft, finding: Finding, bail: Bail, status: EditStatus, fate: Fate) -> Withheld:
    is_source = finding.symbol is not None and not draft.is_manifest and never_rewritten(finding.path) is None
    writable = is_source and bail not in _WITHOUT_A_RESULT
    skip = skip_word(status, bail, could_write=writable)
    return Withheld(
        row_id=finding.row_id,
        path=finding.path,
        cell=finding.cell,
        line=finding.line,
        column=finding.column,
        symbol=finding.symbol,
        bail=bail,
        caused_by=fate.caused_by,
        asked=None,
        skip=skip,
        not_asked=NotAsked.NO_PROVIDER if skip is None else None,
    )


# ---- file edits


def _file(one: SettledPack, draft: FileDraft, rows: list[_Row]) -> tuple[FileEdit, WrittenFile, bytes]:
    after = one.plan.rewritten[draft.path]
    planned = planned_stretches(draft.text, draft.replacements)
    stretches = [found.stretch for found in planned]
    edit = FileEdit(
        path=draft.path,
        before_sha256=hashlib.sha256(draft.source).hexdigest(),
        after_sha256=hashlib.sha256(after).hexdigest(),
        hunks=tuple(_hunk(draft, found, _owners(draft, rows)) for found in planned),
        rules=tuple(sorted({row.edit.rule_id for row in rows if _edits(draft, row) and row.edit.rule_id})),
        answers=tuple(sorted({one.key for one in draft.answered})),
        proposals=(),
    )
    patch = file_patch(draft.path, draft.source, after, stretches, executable=draft.executable)
    return edit, WrittenFile(draft.path, draft.source, after), patch


def _edits(draft: FileDraft, row: _Row) -> bool:
    return row.edit.status is EditStatus.AUTO and bool(draft.judgements[row.index].replacements)


def _owners(draft: FileDraft, rows: list[_Row]) -> dict[Replacement, list[RowId]]:
    owners: dict[Replacement, list[RowId]] = {}
    for row in rows:
        for replacement in draft.judgements[row.index].replacements:
            owners.setdefault(replacement, []).append(row.edit.row_id)
    return owners


def _hunk(draft: FileDraft, planned: PlannedStretch, owners: Mapping[Replacement, list[RowId]]) -> Hunk:
    stretch = planned.stretch
    answers = (one.key for one in draft.answered if one.replacement in planned.replacements)
    return Hunk(
        old_start=stretch.old_start + 1,
        old_lines=stretch.old_lines,
        new_start=stretch.new_start + 1,
        new_lines=stretch.new_lines,
        rows=tuple(dict.fromkeys(row for r in planned.replacements for row in owners.get(r, ()))),
        answers=tuple(dict.fromkeys(answers)),
    )
