"""The run folder of a run at the terminal: what is recorded, rendered and written when it has ended."""

import datetime as dt
import platform
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.cli.applying import Settled
from bot.cli.local_run import LocalRun
from bot.cli.model_help import Helped
from bot.cli.model_run import ModelPart
from bot.cli.run_home import HOME, RunHome, put_files
from bot.evidence.account import account_of
from bot.evidence.arc_file import ARC, arc_document
from bot.evidence.run_folder import JOURNAL, PackFile, RunFacts, run_folder
from bot.evidence.timings import timings
from bot.evidence.write_account import Refusal, WriteAccount
from bot.models.arc import RelaySummary
from bot.models.names import RunId
from bot.models.run import Timings, Trigger
from bot.report import NextStep, report_text
from bot.source.repository import find_work_tree
from bot.vocabulary import ExitCode, RunMode


def save_run(
    root: Path,
    run_id: RunId,
    finished: LocalRun,
    mode: RunMode,
    exit_code: ExitCode,
    settled: Settled | None = None,
    model: ModelPart | None = None,
    helped: Helped | None = None,
) -> Path:
    """Write the run folder, run.json last, and give its path; `helped` is what a model did beside answering."""
    assert finished.git is not None
    told = model.account if model is not None else None
    screened, arc = (helped.screened, helped.arc) if helped is not None else (None, None)
    screening = screened.outcome if screened is not None else None
    relay = RelaySummary.of(arc) if arc is not None else None
    account = account_of(finished.outcome, [loaded.pack for loaded in finished.packs], told, screening, relay)
    facts = RunFacts(
        run_id=run_id,
        mode=mode,
        trigger=trigger(sys.argv[1:]),
        parent=None,
        exit_code=exit_code,
        python=platform.python_version(),
        platform=platform.platform(),
        git=finished.git,
        config=finished.config,
        timings=_timings(finished.milliseconds, mode, settled, model),
        refused=settled.applied.refused if settled is not None else (),
        verify=settled.verification if settled is not None else None,
        model=model.summary if model is not None else None,
        screening=screening,
        relay=relay,
        beside={
            **({ARC: arc_document(arc)} if arc is not None else {}),
            **(settled.beside if settled is not None else {}),
            **(screened.files if screened is not None else {}),
            **(model.files if model is not None else {}),
        },
    )
    packs = [PackFile(loaded.stamp, loaded.source, loaded.data) for loaded in finished.packs]
    write = _write_account(run_id, settled) if settled is not None else None
    report = report_text(account, steps=_steps(root, run_id, finished.options, write), write=write)
    return complete(root, run_id, run_folder(finished.outcome, facts, packs, report))


def _write_account(run_id: RunId, settled: Settled) -> WriteAccount:
    gate = [Refusal(None, settled.applied.gate, None)] if settled.applied.gate is not None else []
    files = [Refusal(one.path, one.reason, one.detail) for one in settled.applied.refused]
    return WriteAccount((*gate, *files), settled.verification, shlex.join(["obelize", "undo", "--run", run_id]))


def _steps(
    root: Path, run_id: RunId, options: tuple[str, ...] | None, write: WriteAccount | None
) -> tuple[NextStep, ...]:
    """What to type next, in the repository, where the plan changes anything."""
    if write is not None and write.written:
        return (NextStep("To look at it", "git diff"), NextStep("To take it back", write.undo))
    patch = f"{HOME}/runs/{run_id}/patch.diff"
    through_git = shlex.join(["git", *apply_arguments(root), patch])
    if options is None:
        return (NextStep("To apply it, through git", through_git),)
    again = shlex.join(["obelize", "fix", "--apply", *options])
    return (NextStep("To apply it", again), NextStep("Or, through git", through_git))


def complete(root: Path, run_id: RunId, files: dict[str, bytes]) -> Path:
    """Write the files of a run that has ended into its folder, and say that it is the latest."""
    home = RunHome(root)
    folder = home.make(run_id)
    put_files(folder, files)
    (folder / JOURNAL).unlink(missing_ok=True)
    home.name_latest(run_id)
    return folder


def apply_arguments(root: Path) -> list[str]:
    """How git is asked to apply the patch of a run over `root`, the patch's own path left out.

    The names in a patch are relative to `root`, while git takes them from the top of the work tree, and passes over
    what lies elsewhere without a word.
    """
    work_tree = find_work_tree(root)
    prefix = work_tree.prefix if work_tree is not None else ""
    return ["apply", f"--directory={prefix}"] if prefix else ["apply"]


def trigger(argv: Sequence[str]) -> Trigger:
    """Who asked, where it was a command line."""
    return Trigger(
        argv=tuple(argv),
        delivery=None,
        repository=None,
        pull_request=None,
        head=None,
        base=None,
        command=None,
        given_by=None,
    )


def _timings(milliseconds: int, mode: RunMode, settled: Settled | None, model: ModelPart | None) -> Timings:
    apply_ms, verify_ms = (settled.apply_ms, settled.verify_ms) if settled is not None else (None, None)
    model_ms = model.milliseconds if model is not None else None
    whole = dt.timedelta(milliseconds=milliseconds + (apply_ms or 0) + (verify_ms or 0) + (model_ms or 0))
    finished = dt.datetime.now(dt.UTC)
    return timings(
        finished - whole,
        finished,
        scan_ms=milliseconds if mode is RunMode.SCAN else None,
        plan_ms=None if mode is RunMode.SCAN else milliseconds,
        apply_ms=apply_ms,
        verify_ms=verify_ms,
        model_ms=model_ms,
    )
