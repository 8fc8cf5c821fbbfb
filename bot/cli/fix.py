"""`obelize fix`: the plan as a diff and a short account; the repository is not touched."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bot.cli.local_run import LocalRun, run_locally
from bot.cli.local_run_folder import apply_arguments, save_run
from bot.cli.terminal import count, output, progress, shown
from bot.evidence.account import Account, account_of
from bot.models.plan import PlanDocument
from bot.models.record import FORMAT_VERSION, document
from bot.vocabulary import ExitCode, RunMode

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_MOST_PLACES = 8


def fix_command(root: Path, packs: Sequence[str], *, as_json: bool, plain: bool = False) -> ExitCode:
    """Plan, print, and keep the run folder."""
    with progress(plain=plain) as report:
        finished = run_locally(root, packs, RunMode.PLAN, report)
    plan = finished.outcome.plan
    assert plan is not None
    exit_code = ExitCode.ROWS_LEFT if plan.withheld else ExitCode.DONE
    folder = save_run(root, finished, RunMode.PLAN, exit_code)
    if as_json:
        stamps = finished.outcome.scan.packs
        plan_document = PlanDocument(
            version=FORMAT_VERSION, packs=stamps, counts=plan.counts, edits=plan.edits, files=plan.files
        )
        sys.stdout.buffer.write(document(plan_document))
        sys.stdout.buffer.flush()
    else:
        console = output(plain=plain)
        _show_patch(console, plan.patch)
        _show_account(console, finished, root, folder)
    return exit_code


def _show_patch(console: Console, patch: bytes) -> None:
    if not console.is_terminal:
        sys.stdout.buffer.write(patch)
        sys.stdout.buffer.flush()
        return
    for line in patch.decode(errors="replace").split("\n"):
        heading = line.startswith(("diff ", "index ", "--- ", "+++ "))
        console.print(Text(shown_line(line), style="bold" if heading else _COLOURS.get(line[:1], "")))


def shown_line(line: str) -> str:
    """A line of a diff: its tabs and blanks stay, whatever else a terminal might act on is written out."""
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return indent + "\t".join(shown(part) if part.strip() else part for part in line[len(indent) :].split("\t"))


def _show_account(console: Console, finished: LocalRun, root: Path, folder: Path) -> None:
    account = account_of(finished.outcome, [loaded.pack for loaded in finished.packs])
    console.print(_lead(account), style="bold")
    for group in account.groups:
        console.print(f"\n{group.word} ({len(group.places)}): {group.word.sentence} {group.word.action}")
        for place in group.places[:_MOST_PLACES]:
            note = f": {place.note}" if place.note else ""
            console.print(f"  {shown(place.where)} {shown(place.symbol or '')}{note}")
        if len(group.places) > _MOST_PLACES:
            console.print(f"  and {len(group.places) - _MOST_PLACES} more")
    for question in account.questions:
        console.print(f"\nQuestion {question.key}: {question.sentence}")
        console.print("  Nothing takes an answer yet: decide it in the file. The report says where.")
    for limitations in account.limitations:
        console.print(f"\n{limitations.code} ({len(limitations.limitations)}): {limitations.code.sentence}")
        for one in limitations.limitations[:_MOST_PLACES]:
            told = ": ".join(part for part in (one.path, one.detail) if part)
            if told:
                console.print(f"  {shown(told)}")
        if len(limitations.limitations) > _MOST_PLACES:
            console.print(f"  and {len(limitations.limitations) - _MOST_PLACES} more")
    console.print(f"\nAll of it: {folder / 'REPORT.md'}")
    if account.moved:
        console.print(f"To apply it: {_apply_command(root, folder / 'patch.diff')}")
    console.print("This was a dry run: nothing in the repository was changed.")


def _apply_command(root: Path, patch: Path) -> str:
    """A line for the shell of the person, who may stand somewhere else."""
    if root.resolve() == Path.cwd():
        return shlex.join(["git", *apply_arguments(root), str(patch)])
    return shlex.join(["git", "-C", str(root), *apply_arguments(root), str(patch.resolve())])


def _lead(account: Account) -> str:
    if not account.actionable:
        return "No use of a library that Obelize migrates was found."
    libraries = " and ".join(account.libraries)
    return (
        f"{libraries}: {count(account.actionable, 'place')} found, {account.rewritten} rewritten by rules in "
        f"{count(len(account.moved), 'file')}, {account.withheld} left for a person."
    )
