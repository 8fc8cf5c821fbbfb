"""`fix --apply`: from a plan to changed files, in this order: gate, baseline, write, compile, verify."""

import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from bot.analyser.jobs import COMPILE, Compiled
from bot.analyser.outcomes import Done, Job
from bot.analyser.supervisor import Analyser
from bot.cli.run_home import RunHome, put_files
from bot.cli.verification import Commands, Runner
from bot.evidence.run_folder import JOURNAL, snapshot
from bot.models.document import document
from bot.models.journal import Journal
from bot.models.names import RunId
from bot.models.outcome import WrittenFile
from bot.models.run import GitState
from bot.models.struct import Frozen, anew
from bot.models.verification import Ran, Verification
from bot.source.repository import git_state, user_excludes_file
from bot.verify.verdict import not_verified, verified
from bot.vocabulary import GateRefusal, VerifyReason
from bot.writing.apply import Applied, apply
from bot.writing.gate import gate


class Settled(Frozen):
    """What an apply left: the write, the verdict, files of the run folder beside the plan's, and milliseconds."""

    applied: Applied
    verification: Verification
    beside: dict[str, bytes] = anew(dict)
    apply_ms: int | None = None
    verify_ms: int | None = None


NOTHING_TO_WRITE = Settled(Applied(None, ()), not_verified(VerifyReason.NOTHING_WRITTEN))
"""Of a plan that changes no file."""


def refused_at_gate(refusal: GateRefusal) -> Settled:
    """Nothing was run and nothing was written."""
    return Settled(Applied(refusal, ()), not_verified(VerifyReason.NOTHING_WRITTEN))


def gate_of(root: Path, read: GitState, *, allow_dirty: bool, untracked: bool = True) -> GateRefusal | None:
    """Why the tree at `root` may not be written now; `read` is git's state when it was read."""
    if next(RunHome(root).interrupted(), None) is not None:
        return GateRefusal.APPLY_INTERRUPTED
    return gate(read, git_state(root, user_excludes_file(), untracked=untracked), allow_dirty=allow_dirty)


def apply_plan(
    root: Path, run_id: RunId, files: Sequence[WrittenFile], read: GitState, commands: Commands, *, allow_dirty: bool
) -> Settled:
    """Run the commands, write the files, compile what was written, and run the commands again.

    Originals and journal go into the run folder before the first file changes.
    """
    runner = Runner(root, commands)
    before = runner.before()
    started = time.monotonic()
    snapshots = _snapshots(files)

    def put_down(journal: Journal) -> None:
        folder = RunHome(root).make(run_id)
        put_files(folder, snapshots, lasting=True)
        put_files(folder, {JOURNAL: document(journal)}, lasting=True)

    def closed() -> GateRefusal | None:
        # The commands may have left files beside the code: caches, reports. None of them is one that the plan changes.
        return gate_of(root, read, allow_dirty=allow_dirty, untracked=not commands.each)

    applied = apply(root, run_id, files, closed, put_down)
    apply_ms = round((time.monotonic() - started) * 1000)
    verification = _verification(root, files, applied, commands, runner, before)
    beside = {**(snapshots if applied.wrote else {}), **runner.logs}
    return Settled(applied, verification, beside, apply_ms, runner.milliseconds if commands.each else None)


def _verification(
    root: Path,
    files: Sequence[WrittenFile],
    applied: Applied,
    commands: Commands,
    runner: Runner,
    before: Sequence[Ran],
) -> Verification:
    not_run = runner.verdicts(before, [None] * len(before))
    if not applied.wrote:
        return not_verified(VerifyReason.NOTHING_WRITTEN, not_run)
    if not _compile(root, files):
        return not_verified(VerifyReason.DOES_NOT_COMPILE, not_run)
    if commands.declined:
        return not_verified(VerifyReason.NOT_ALLOWED)
    return verified(runner.verdicts(before, runner.after()))


def _snapshots(files: Sequence[WrittenFile]) -> dict[str, bytes]:
    before = {snapshot("before", sha256(file.before).hexdigest()): file.before for file in files}
    return before | {snapshot("after", sha256(file.after).hexdigest()): file.after for file in files}


def _compile(root: Path, files: Sequence[WrittenFile]) -> bool:
    """Whether every Python file that was written compiles, as it stands on the disk."""
    written = [(root / file.path).read_bytes() for file in files if file.path.endswith(".py")]
    if not written:
        return True
    with Analyser(slots=1) as analyser:
        outcomes = list(analyser.run(Job(COMPILE, Compiled, payloads=(data,)) for data in written))
    return all(isinstance(one, Done) and one.result.error is None for one in outcomes)
