"""The folder of a run that committed what an earlier run had planned: that run's documents, as far as they apply.

Nothing is computed anew. What was found, planned and asked is the parent's; what was written, and what became of each
proposal, is this run's.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot import __version__
from bot.evidence.arc_file import ARC
from bot.evidence.run_folder import FINDINGS, PATCH, PLAN, REPORT, RUN, SCREENING, indexed, snapshot
from bot.models.document import document
from bot.models.model_records import MODEL, ModelDocument, ProposalRecord, proposal_number
from bot.models.names import RunId
from bot.models.plan import FileEdit, PlanDocument
from bot.models.reading import read_json
from bot.models.run import RunDocument, Timings, Trigger
from bot.models.struct import Frozen, altered
from bot.vocabulary import ProposalOutcome, RunMode

_PACKS = "packs/"
_AS_THEY_ARE = (ARC, SCREENING)
_PASSED = frozenset({ProposalOutcome.NOT_APPLIED, ProposalOutcome.NOT_ACCEPTED})


class ParentRun(Frozen):
    """The run whose plan is committed: run.json and plan.json as they were read, and every file of its folder."""

    run: RunDocument
    plan: PlanDocument
    files: Mapping[str, bytes]


class WrittenFile(Frozen):
    """A file of the commit: the edit behind it, and its bytes before and after."""

    edit: FileEdit
    before: bytes
    after: bytes


class CommitFacts(Frozen):
    """What the shell knows of the commit. `accepted` are numbers of proposals, `patch` is what the commit changes."""

    run_id: RunId
    trigger: Trigger
    python: str
    platform: str
    timings: Timings
    accepted: frozenset[int]
    patch: bytes


def is_needed(path: str) -> bool:
    """Whether a file of the parent's folder is needed to make this one."""
    known = {RUN, PLAN, FINDINGS, MODEL, *_AS_THEY_ARE}
    return path in known or path.startswith(_PACKS) or proposal_number(path) is not None


def parent_run(files: Mapping[str, bytes]) -> ParentRun:
    """The parent from its folder. Raises MisfitError where that was written by another version of Obelize."""
    run = read_json(RunDocument, files.get(RUN, b""))
    return ParentRun(run, read_json(PlanDocument, files.get(PLAN, b"")), files)


def committed_folder(
    parent: ParentRun, facts: CommitFacts, written: Sequence[WrittenFile], report: str
) -> dict[str, bytes]:
    """Path inside the folder to bytes, in the order in which they are to be written; run.json last."""
    edits = tuple(file.edit for file in written)
    counts = altered(parent.plan.counts, files=len(edits))
    files = {FINDINGS: parent.files[FINDINGS]}
    files[PLAN] = document(altered(parent.plan, counts=counts, files=edits))
    files[PATCH] = facts.patch
    files[REPORT] = report.encode()
    files |= {path: data for path, data in parent.files.items() if path.startswith(_PACKS)}
    files |= dict(_model_part(parent.files, facts.accepted))
    for file in written:
        files[snapshot("before", file.edit.before_sha256)] = file.before
        files[snapshot("after", file.edit.after_sha256)] = file.after
    model = parent.run.model
    run = altered(
        parent.run,
        run_id=facts.run_id,
        obelize_version=__version__,
        mode=RunMode.APPLY,
        trigger=facts.trigger,
        parent=parent.run.run_id,
        python=facts.python,
        platform=facts.platform,
        counts=altered(parent.run.counts, plan=counts),
        file_edits=edits,
        model=altered(model, accepted=len(facts.accepted)) if model is not None else None,
        timings=facts.timings,
        files=indexed(files),
    )
    files[RUN] = document(run)
    return files


def _model_part(files: Mapping[str, bytes], accepted: Collection[int]) -> Iterator[tuple[str, bytes]]:
    """What was asked, with what became of each proposal now that a run wrote."""
    for path, data in files.items():
        if path == MODEL:
            kept = read_json(ModelDocument, data)
            yield path, document(altered(kept, summary=altered(kept.summary, accepted=len(accepted))))
        elif proposal_number(path) is not None:
            record = read_json(ProposalRecord, data)
            if record.outcome in _PASSED:
                word = ProposalOutcome.WRITTEN if record.index in accepted else ProposalOutcome.NOT_ACCEPTED
                record = altered(record, outcome=word)
            yield path, document(record, escaped=True)
        elif path in _AS_THEY_ARE:
            yield path, data
