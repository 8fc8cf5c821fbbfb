"""What `obelize fix` says of a run: its short account, which REPORT.md tells at length, and what to do next."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from bot.cli.applying import Settled
from bot.cli.local_run import LocalRun
from bot.cli.local_run_folder import apply_arguments
from bot.cli.terminal import count, output, shown
from bot.evidence.account import Account, account_of
from bot.models.verification import CommandVerdict, Verification
from bot.vocabulary import VerifyReason, VerifyStatus

_MOST_PLACES = 8


def show_account(finished: LocalRun, root: Path, folder: Path, settled: Settled | None, *, plain: bool) -> None:
    """Print it; `settled` is null for a dry run."""
    console = output(plain=plain)
    account = account_of(finished.outcome, [loaded.pack for loaded in finished.packs])
    console.print(_lead(account), style="bold")
    _show_what_is_left(console, account)
    console.print(f"\nAll of it: {folder / 'REPORT.md'}")
    if settled is not None:
        for line in _written(settled, account, root, folder):
            console.print(line)
        return
    if account.moved:
        console.print(f"To apply it: {_line(root, ['obelize', 'fix', '--apply'])}")
        console.print(f"Or, through git: {_apply_command(root, folder / 'patch.diff')}")
    console.print("This was a dry run: nothing in the repository was changed.")


def _show_what_is_left(console: Console, account: Account) -> None:
    for group in account.groups:
        console.print(f"\n{group.word} ({len(group.places)}): {group.word.sentence} {group.word.action}")
        for place in group.places[:_MOST_PLACES]:
            note = f": {place.note}" if place.note else ""
            console.print(f"  {shown(place.where)} {shown(place.symbol or '')}{note}")
        if len(group.places) > _MOST_PLACES:
            console.print(f"  and {len(group.places) - _MOST_PLACES} more")
    for question in account.questions:
        console.print(f"\nQuestion {shown(question.key)}: {shown(question.sentence)}")
        if question.answer is not None:
            console.print(f"  Answered: {shown(question.answer)}")
        else:
            allowed = " or ".join(map(shown, question.allowed))
            console.print(f"  Answer it with --answer {shown(question.key)}={allowed}")
    for limitations in account.limitations:
        console.print(f"\n{limitations.code} ({len(limitations.limitations)}): {limitations.code.sentence}")
        for one in limitations.limitations[:_MOST_PLACES]:
            told = ": ".join(part for part in (one.path, one.detail) if part)
            if told:
                console.print(f"  {shown(told)}")
        if len(limitations.limitations) > _MOST_PLACES:
            console.print(f"  and {len(limitations.limitations) - _MOST_PLACES} more")


def _written(settled: Settled, account: Account, root: Path, folder: Path) -> Iterator[str]:
    """What was written, how verification went, and what can be done next."""
    applied = settled.applied
    if applied.gate is not None:
        yield f"\nNot applied: {applied.gate.sentence} {applied.gate.action}"
    for refusal in applied.refused:
        detail = f" ({shown(refusal.detail)})" if refusal.detail else ""
        yield f"\nNot applied, {shown(refusal.path)}: {refusal.reason.sentence}{detail} {refusal.reason.action}"
    if not applied.wrote:
        yield "Nothing in the repository was changed."
        return
    if settled.verification.reason is VerifyReason.NOTHING_WRITTEN:
        yield "There was nothing to write: nothing in the repository was changed."
        return
    yield f"\nWritten: {count(len(account.moved), 'file')}."
    yield from verification_lines(settled.verification, folder)
    yield f"To look at it: {_line(root, ['git', 'diff'])}"
    yield f"To take it back: {_line(root, ['obelize', 'undo', '--run', folder.name])}"


def verification_lines(verification: Verification, folder: Path) -> Iterator[str]:
    """The verdict, then each command with how it went and where its output stands."""
    if verification.status is VerifyStatus.NOT_RUN:
        yield f"Not verified: {verification.reason.sentence}"
    else:
        yield f"Verification: {verification.status}. {verification.reason.sentence}"
    for command in verification.commands:
        yield f"  {shown(command.command)}: {_went(command)}"
        if command.after is not None and not command.after.passed:
            yield f"  What it printed: {folder / command.after.log}"


def _went(command: CommandVerdict) -> str:
    told = []
    for when, run in (("before", command.before), ("after", command.after)):
        if run is None:
            told.append(f"not run {when}")
        elif run.timed_out:
            told.append(f"out of time {when}")
        else:
            told.append(f"{'passed' if run.passed else f'failed with {run.exit_code}'} {when}")
    return ", ".join(told)


def _apply_command(root: Path, patch: Path) -> str:
    """A line for the shell of the person, who may stand somewhere else."""
    if root.resolve() == Path.cwd():
        return shlex.join(["git", *apply_arguments(root), str(patch)])
    return shlex.join(["git", "-C", str(root), *apply_arguments(root), str(patch.resolve())])


def _line(root: Path, command: list[str]) -> str:
    """A command over the repository, for the shell of a person who may stand somewhere else."""
    if root.resolve() == Path.cwd():
        return shlex.join(command)
    if command[0] == "git":
        return shlex.join(["git", "-C", str(root), *command[1:]])
    return shlex.join([*command, "--repo", str(root)])


def _lead(account: Account) -> str:
    if not account.actionable:
        return "No use of a library that Obelize migrates was found."
    libraries = " and ".join(account.libraries)
    return (
        f"{libraries}: {count(account.actionable, 'place')} found, {account.rewritten} rewritten by rules in "
        f"{count(len(account.moved), 'file')}, {account.withheld} left for a person."
    )
