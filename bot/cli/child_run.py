"""Keeps a run that looks after, or takes back, what an earlier one wrote: a folder that names its parent."""

import datetime as dt
import platform
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from bot.cli.local_run_folder import complete, trigger
from bot.cli.run_home import new_run_id
from bot.configuration import default_config
from bot.evidence.run_folder import RunFacts, child_run_folder
from bot.evidence.timings import timings
from bot.models.names import RunId
from bot.models.verification import Verification
from bot.source.repository import git_state, user_excludes_file
from bot.vocabulary import ExitCode, RunMode


def save_child_run(
    root: Path,
    parent: RunId,
    started: dt.datetime,
    exit_code: ExitCode,
    report: Mapping[str, bytes],
    *,
    verify: Verification | None = None,
    verify_ms: int | None = None,
    beside: Mapping[str, bytes] = MappingProxyType({}),
) -> Path:
    """Write the folder and give its path."""
    run_id = new_run_id()
    facts = RunFacts(
        run_id=run_id,
        mode=RunMode.APPLY,
        trigger=trigger(sys.argv[1:]),
        parent=parent,
        exit_code=exit_code,
        python=platform.python_version(),
        platform=platform.platform(),
        git=git_state(root, user_excludes_file()),
        config=default_config(),
        timings=timings(started, dt.datetime.now(dt.UTC), verify_ms=verify_ms),
        verify=verify,
        beside=beside,
    )
    return complete(root, run_id, child_run_folder(facts, report))
