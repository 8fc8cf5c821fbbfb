"""The run folder at the terminal: `.obelize/runs/<run-id>/`, ignored by git, the latest one named."""

import datetime as dt
import platform
import secrets
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.local_run import LocalRun
from bot.evidence.account import account_of
from bot.evidence.run_folder import PackFile, RunFacts, run_folder
from bot.models.names import RunId
from bot.models.run import Timings, Trigger
from bot.render import render_text
from bot.source.repository import find_work_tree
from bot.vocabulary import ExitCode, RunMode

_HOME = ".obelize"


def save_run(root: Path, finished: LocalRun, mode: RunMode, exit_code: ExitCode) -> Path:
    """Write the run folder, run.json last, and give its path."""
    assert finished.git is not None
    now = dt.datetime.now(dt.UTC)
    run_id = new_run_id(now)
    account = account_of(finished.outcome, [loaded.pack for loaded in finished.packs])
    facts = RunFacts(
        run_id=run_id,
        mode=mode,
        trigger=_trigger(sys.argv[1:]),
        parent=None,
        exit_code=exit_code,
        python=platform.python_version(),
        platform=platform.platform(),
        git=finished.git,
        config=finished.config,
        timings=_timings(now, finished.milliseconds, mode),
    )
    packs = [PackFile(loaded.stamp, loaded.source, loaded.data) for loaded in finished.packs]
    report = render_text(
        "report/report.md.j2", account=account, apply=shlex.join(["git", *apply_arguments(root), "patch.diff"])
    )
    files = run_folder(finished.outcome, facts, packs, report)
    return _write(root, run_id, files)


def apply_arguments(root: Path) -> list[str]:
    """How git is asked to apply the patch of a run over `root`, the patch's own path left out.

    The names in a patch are relative to `root`, while git takes them from the top of the work tree, and passes over
    what lies elsewhere without a word.
    """
    work_tree = find_work_tree(root)
    prefix = work_tree.prefix if work_tree is not None else ""
    return ["apply", f"--directory={prefix}"] if prefix else ["apply"]


def new_run_id(now: dt.datetime) -> RunId:
    """UTC to the second, then 8 random hexadecimal digits."""
    return RunId(f"{now:%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}")


def _trigger(argv: Sequence[str]) -> Trigger:
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


def _timings(finished: dt.datetime, milliseconds: int, mode: RunMode) -> Timings:
    started = finished - dt.timedelta(milliseconds=milliseconds)
    return Timings(
        started_at=started.isoformat(timespec="milliseconds"),
        finished_at=finished.isoformat(timespec="milliseconds"),
        total_ms=milliseconds,
        scan_ms=milliseconds if mode is RunMode.SCAN else None,
        plan_ms=milliseconds if mode is not RunMode.SCAN else None,
        apply_ms=None,
        verify_ms=None,
        model_ms=None,
    )


def _write(root: Path, run_id: RunId, files: dict[str, bytes]) -> Path:
    home = root / _HOME
    folder = home / "runs" / run_id
    if home.is_symlink() or (home / "runs").is_symlink():
        raise CommandError(f"{home} leads somewhere else through a link. Remove the link; nothing was written.")
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise CommandError(f"{folder} cannot be made: {error.strerror}. Nothing was written.") from error
    _put(home / ".gitignore", "*\n")
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    _put(home / "latest", f"{run_id}\n")
    return folder


def _put(path: Path, text: str) -> None:
    """Write a file whose name the repository could have taken: a link there is replaced, never followed."""
    if path.is_symlink():
        path.unlink()
    path.write_text(text)
