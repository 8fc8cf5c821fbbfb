"""The files of a run folder, by name; run.json last, with the hash of every other one.

Nothing but timings and ids in them depends on the clock, the machine or the order in which work was done.
"""

import hashlib
from collections.abc import Mapping, Sequence

from bot import __version__
from bot.models.arc import RelaySummary
from bot.models.document import FORMAT_VERSION, document
from bot.models.finding import FindingCounts, PackStamp
from bot.models.model_records import ModelSummary
from bot.models.names import RunId
from bot.models.outcome import Outcome, ScanOutcome
from bot.models.plan import PlanDocument
from bot.models.run import (
    GitState,
    IndexEntry,
    RefusedWrite,
    RunConfig,
    RunCounts,
    RunDocument,
    RunPack,
    Timings,
    Trigger,
)
from bot.models.screening import ScreeningOutcome
from bot.models.struct import Frozen, anew
from bot.models.verification import Verification
from bot.pipeline import findings_document
from bot.vocabulary import PackSource, RunMode

RUN, FINDINGS, PLAN, PATCH, REPORT = "run.json", "findings.json", "plan.json", "patch.diff", "REPORT.md"
SCREENING = "model/screening.json"
VERIFY, JOURNAL, UNDO = "verify/verify.json", "journal.json", "undo.json"


def snapshot(side: str, sha256: str) -> str:
    """Where a file that an apply wrote is kept, as it was `before` or `after`."""
    return f"snapshots/{side}/{sha256}"


class PackFile(Frozen):
    """A pack of the run as it was read."""

    stamp: PackStamp
    source: PackSource
    raw: bytes


class RunFacts(Frozen):
    """What the shell knows about a run beside its outcome.

    `beside` are further files of the folder, by their path in it: snapshots, logs of the verification.
    """

    run_id: RunId
    mode: RunMode
    trigger: Trigger
    parent: RunId | None
    exit_code: int
    python: str
    platform: str
    git: GitState
    config: RunConfig
    timings: Timings
    refused: tuple[RefusedWrite, ...] = ()
    verify: Verification | None = None
    model: ModelSummary | None = None
    screening: ScreeningOutcome | None = None
    relay: RelaySummary | None = None
    beside: Mapping[str, bytes] = anew(dict)


_NOTHING_LOOKED_AT = Outcome(
    ScanOutcome(
        packs=(),
        counts=FindingCounts(
            files_listed=0,
            files_read=0,
            files_parsed=0,
            findings=0,
            eligible=0,
            needs_review=0,
            unsupported=0,
            not_a_usage=0,
            limitations=0,
        ),
        findings=(),
        limitations=(),
    ),
    None,
)


def run_folder(outcome: Outcome, facts: RunFacts, packs: Sequence[PackFile], report: str) -> dict[str, bytes]:
    """Path inside the folder to bytes, in the order in which they are to be written."""
    files = {FINDINGS: document(findings_document(outcome.scan))}
    if outcome.plan is not None:
        files[PLAN] = document(plan_document(outcome))
        files[PATCH] = outcome.plan.patch
    files[REPORT] = report.encode()
    for pack in packs:
        files[f"packs/{pack.stamp.id}/pack.yaml"] = pack.raw
        files[f"packs/{pack.stamp.id}/pack.sha256"] = f"{pack.stamp.sha256}  pack.yaml\n".encode()
    return _completed(files, facts, outcome, packs)


def child_run_folder(facts: RunFacts, report: Mapping[str, bytes]) -> dict[str, bytes]:
    """The folder of a run that neither scanned nor planned: it looked after, or took back, what its parent wrote.

    `report` are the files that tell what was done.
    """
    return _completed(dict(report), facts, _NOTHING_LOOKED_AT, ())


def _completed(
    files: dict[str, bytes], facts: RunFacts, outcome: Outcome, packs: Sequence[PackFile]
) -> dict[str, bytes]:
    """The files together with those that every folder has; run.json, which names all others, last."""
    if facts.verify is not None:
        files[VERIFY] = document(facts.verify)
    files.update(facts.beside)
    files[RUN] = document(_run(outcome, facts, packs, files))
    return files


def plan_document(outcome: Outcome) -> PlanDocument:
    """plan.json, and what `obelize fix --json` prints; of an outcome with a plan."""
    assert outcome.plan is not None
    plan = outcome.plan
    return PlanDocument(
        version=FORMAT_VERSION,
        packs=outcome.scan.packs,
        headers=plan.headers,
        questions=plan.questions,
        counts=plan.counts,
        edits=plan.edits,
        files=plan.files,
    )


def _run(outcome: Outcome, facts: RunFacts, packs: Sequence[PackFile], files: Mapping[str, bytes]) -> RunDocument:
    plan = outcome.plan
    return RunDocument(
        version=FORMAT_VERSION,
        run_id=facts.run_id,
        obelize_version=__version__,
        mode=facts.mode,
        trigger=facts.trigger,
        parent=facts.parent,
        exit_code=facts.exit_code,
        python=facts.python,
        platform=facts.platform,
        git=facts.git,
        packs=tuple(_pack(pack) for pack in packs),
        config=facts.config,
        counts=RunCounts(scan=outcome.scan.counts, plan=plan.counts if plan is not None else None),
        file_edits=plan.files if plan is not None else (),
        refused=facts.refused,
        idempotent=plan.idempotent if plan is not None else None,
        withheld=plan.withheld if plan is not None else (),
        questions=plan.questions if plan is not None else (),
        verify=facts.verify,
        model=facts.model,
        screening=facts.screening,
        relay=facts.relay,
        limitations=outcome.scan.limitations,
        timings=facts.timings,
        files=indexed(files),
    )


def _pack(pack: PackFile) -> RunPack:
    return RunPack(
        id=pack.stamp.id, version=pack.stamp.version, sha256=pack.stamp.sha256, source=pack.source, blocked=None
    )


def indexed(files: Mapping[str, bytes]) -> tuple[IndexEntry, ...]:
    """What run.json says of the other files of its folder."""
    return tuple(
        IndexEntry(path=path, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
        for path, data in sorted(files.items())
    )
