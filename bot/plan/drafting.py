"""From what was learned of the files to drafts: one a file that holds a row."""

import hashlib
from collections.abc import Callable, Iterable, Sequence

from bot.models.struct import altered
from bot.plan.draft import FileDraft
from bot.scan.facts import FileFacts, Judgement, Row
from bot.scan.manifests.facts import ManifestFacts
from bot.scan.source_kinds import never_rewritten
from bot.scan.survey import Survey
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus

IsExecutable = Callable[[str], bool]


def is_left_out(path: str, left_out: Iterable[str]) -> bool:
    """Whether the file is one of those paths, or below one."""
    return any(path == one or path.startswith(f"{one}/") for one in left_out)


def code_drafts(survey: Survey, is_executable: IsExecutable, left_out: Sequence[str] = ()) -> dict[str, FileDraft]:
    """The drafts of the Python files, in the order of their paths; those at or below `left_out` paths stay."""
    drafts = {}
    for path in sorted(survey.facts):
        rows, judgements = _counted(survey.facts[path], counts_searched=survey.uses_library(path))
        if rows:
            source = survey.sources.get(path, b"")
            held = Bail.LEFT_OUT if is_left_out(path, left_out) else never_rewritten(path)
            drafts[path] = FileDraft(path, rows, judgements, source, is_executable(path), held)
    return drafts


def _counted(facts: FileFacts, *, counts_searched: bool) -> tuple[tuple[Row, ...], tuple[Judgement, ...]]:
    """The rows that count in the file: those found by a member's bare name only where the library is used."""
    if facts.failed is not None:
        return (unreadable_row(facts.failed),), (Judgement(change=None, bail=facts.failed),)
    kept = [
        (row, judgement)
        for row, judgement in zip(facts.rows, facts.judgements, strict=True)
        if counts_searched or not row.searched
    ]
    return tuple(row for row, _ in kept), tuple(judgement for _, judgement in kept)


def unreadable_row(bail: Bail, symbol: str | None = None) -> Row:
    """The one row of a file of which nothing more is known."""
    return Row(
        line=1,
        column=0,
        kind=FindingKind.PARSE_ERROR if symbol is None else FindingKind.MANIFEST,
        confidence_reason=ConfidenceReason.UNREADABLE_FILE,
        symbol=symbol,
        scan_status=ScanStatus.UNSUPPORTED,
        bail=bail,
        scope="",
        text_hash=hashlib.sha256(b"").hexdigest()[:16],
    )


def manifest_drafts(
    facts: Iterable[tuple[str, ManifestFacts, bytes]],
    distribution: str,
    is_executable: IsExecutable,
    left_out: Sequence[str] = (),
) -> dict[str, FileDraft]:
    """The drafts of the dependency files that declare the old distribution, or may without being readable; the lines of
    those at or below `left_out` paths stay.
    """
    drafts = {}
    for path, found, source in facts:
        rows, judgements = found.rows, found.judgements
        if found.failed is not None and found.names_old:
            rows = (unreadable_row(found.failed, distribution),)
            judgements = (Judgement(change=None, bail=found.failed),)
        if is_left_out(path, left_out):
            judgements = tuple(j if j.bail is not None else altered(j, bail=Bail.LEFT_OUT) for j in judgements)
        if rows:
            drafts[path] = FileDraft(path, rows, judgements, source, is_executable(path))
    return drafts
