"""What `obelize fix` says of a run: its short account, which REPORT.md tells at length, and what to do next."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from bot.cli.applying import Settled
from bot.cli.layout import LEAST_WIDTH, broken, folded, table
from bot.cli.local_run import LocalRun
from bot.cli.local_run_folder import apply_arguments
from bot.cli.terminal import Line, columns, count, show, shown
from bot.evidence.account import Account, LimitationGroup, Place, WordGroup, account_of
from bot.evidence.asked import AskedQuestion
from bot.evidence.model_account import ModelAccount
from bot.models.arc import RelaySummary
from bot.models.screening import ScreeningOutcome
from bot.models.verification import CommandVerdict, Verification
from bot.vocabulary import ProposalOutcome, VerifyReason, VerifyStatus

_MOST_PLACES = 8
_MOST_RULES = 8
_MOST_CAUTIONS = 5
_MOST_ANSWERS = 6


def show_account(
    finished: LocalRun,
    root: Path,
    folder: Path,
    settled: Settled | None,
    model: ModelAccount | None,
    screening: ScreeningOutcome | None = None,
    relay: RelaySummary | None = None,
    *,
    plain: bool,
) -> None:
    """Print it; `settled` is null for a dry run, `model`, `screening` and `relay` where none was asked."""
    account = account_of(finished.outcome, [loaded.pack for loaded in finished.packs], model, screening, relay)
    show(account_lines(account, root, folder, settled, columns(), finished.options), plain=plain)


def account_lines(
    account: Account,
    root: Path,
    folder: Path,
    settled: Settled | None,
    width: int | None,
    options: tuple[str, ...] | None = (),
) -> Iterator[Line]:
    """The lines in order, for a terminal of that width or for a pipe; `options` are those that make the same plan, null
    where none do.
    """
    width = None if width is None else max(width, LEAST_WIDTH)
    yield from broken(_lead(account), width, style="bold")
    yield from _rewritten(account, width)
    for group in account.groups:
        yield from _group(group, width)
    for asked in account.questions:
        yield from _question(asked, width)
    if account.screening is not None:
        yield from _screening(account.screening, folder, width)
    if account.relay is not None:
        yield from _relay(account.relay, width)
    if account.model is not None:
        yield from _model(account.model, root, folder, width, options)
    for limitations in account.limitations:
        yield from _limitations(limitations, width)
    yield ()
    yield from _whole(f"All of it: {folder / 'REPORT.md'}")
    if settled is not None:
        yield from _written(settled, account, root, folder, width)
        return
    if account.moved:
        if options is not None:
            yield from _whole(f"To apply it: {_line(root, ['obelize', 'fix', '--apply', *options])}")
        through_git = "Or, through git" if options is not None else "To apply it, through git"
        yield from _whole(f"{through_git}: {_apply_command(root, folder / 'patch.diff')}")
    yield from broken("This was a dry run: nothing in the repository was changed.", width)


def _whole(text: str) -> Iterator[Line]:
    """A line that somebody may copy: a terminal breaks it where it ends, and copies it as one."""
    yield ((text, ""),)


def _rewritten(account: Account, width: int | None) -> Iterator[Line]:
    """Which rules rewrite how much, and what to look at afterwards."""
    if account.rules:
        yield ()
        yield from broken("What the rules rewrite:", width)
        rules = sorted(account.rules, key=lambda rule: -rule.places)
        yield from table([(rule.rule_id, rule.places, rule.change.sentence) for rule in rules[:_MOST_RULES]], width)
        yield from _more(len(rules) - _MOST_RULES, "other rule", width)
    if account.cautions:
        yield ()
        yield from broken("To check by hand afterwards, where the new library differs:", width, style="yellow")
        for caution in account.cautions[:_MOST_CAUTIONS]:
            yield from broken(f"  {caution.sentence} ({count(len(caution.places), 'place')})", width, indent=4)
        yield from _more(len(account.cautions) - _MOST_CAUTIONS, "other sentence", width)


def _group(group: WordGroup, width: int | None) -> Iterator[Line]:
    yield ()
    told = f"{group.word} ({len(group.places)}): {group.word.sentence} {group.word.action}"
    yield from broken(told, width)
    for place in group.places[:_MOST_PLACES]:
        yield from _place(place, width)
    yield from _more(len(group.places) - _MOST_PLACES, "", width)


def _place(place: Place, width: int | None) -> Iterator[Line]:
    """The place and its symbol, then what to write instead: on one line where it fits."""
    here = f"{shown(place.where)} {shown(place.symbol or '')}".rstrip()
    note = f": {place.note}" if place.note else ""
    if width is None or 2 + len(here) + len(note) <= width:
        yield ((f"  {here}{note}", ""),)
        return
    yield from (((line, ""),) for line in folded(here, width, "  "))
    if place.note:
        yield from broken(f"      {place.note}", width, indent=6)


def _question(asked: AskedQuestion, width: int | None) -> Iterator[Line]:
    question = asked.question
    yield ()
    yield from broken(f"Question {shown(question.key)}: {shown(question.sentence)}", width, style="bold")
    if question.answer is not None:
        yield from broken(f"  Answered: {shown(question.answer)}", width, indent=4)
        return
    for answer in asked.answers[:_MOST_ANSWERS]:
        does = f"  {answer.sentence}" if answer.sentence else ""
        if width is None or 2 + len(answer.option) + len(does) <= width:
            yield ((f"  {shown(answer.option)}{does}", ""),)
        else:
            yield from _whole(f"  {shown(answer.option)}")
            yield from broken(f"    {answer.sentence}", width, indent=4) if answer.sentence else ()
    yield from _more(len(asked.answers) - _MOST_ANSWERS, "other answer", width)


def _screening(screening: ScreeningOutcome, folder: Path, width: int | None) -> Iterator[Line]:
    """What became of each amendment; a model's own sentences stand in the report."""
    yield ()
    if screening.skipped is not None:
        yield from broken(f"The plan was not screened: {shown(screening.skipped)}", width, style="bold")
        return
    taken, refused = len(screening.answers) + len(screening.applied), len(screening.refused)
    by = f" by {shown(screening.model)}" if screening.model else ""
    told = f"The plan was screened{by}: {count(taken, 'amendment')} taken, {refused} refused."
    yield from broken(told, width, style="bold")
    for answer in screening.answers[:_MOST_PLACES]:
        yield from broken(f"  {answer.number}. {shown(answer.key)} is answered {shown(answer.value)}", width, indent=5)
    for one in screening.applied[:_MOST_PLACES]:
        yield from broken(f"  {one.number}. {shown(one.summary)}", width, indent=5)
    for refusal in screening.refused[:_MOST_PLACES]:
        told = f"  {refusal.number}. refused, {refusal.refusal}: {refusal.refusal.sentence}"
        yield from broken(told, width, indent=5)
    shown_ones = [screening.answers, screening.applied, screening.refused]
    yield from _more(sum(max(0, len(ones) - _MOST_PLACES) for ones in shown_ones), "other amendment", width)
    yield from broken(f"  Each reason stands in {folder / 'REPORT.md'}.", width, indent=2)


def _relay(relay: RelaySummary, width: int | None) -> Iterator[Line]:
    yield ()
    yield from broken(f"The relay stands at {relay.stage}: {relay.stage.sentence}", width, style="bold")
    if relay.ungrounded:
        told = "Ungrounded: the critic was asked without a note of the pack and without a proof by your own checks."
        yield from broken(f"  {told}", width, indent=2, style="yellow")
    for finding in relay.findings[:_MOST_PLACES]:
        so = "which is so" if finding.confirmed else "which is not so"
        told = f"  A critic says of proposal {finding.proposal}, {finding.check}: {shown(finding.text)} ({so})"
        yield from broken(told, width, indent=4)
    yield from _more(len(relay.findings) - _MOST_PLACES, "other finding", width)


def _model(
    model: ModelAccount, root: Path, folder: Path, width: int | None, options: tuple[str, ...] | None
) -> Iterator[Line]:
    """What was asked and what came of it; what a model wrote itself stands in the report."""
    summary = model.summary
    yield ()
    asked = f"{count(len(model.questions), 'question')} to {shown(summary.model)} at {shown(summary.host)}."
    if model.is_out_of_band:
        asked = f"{count(len(model.questions), 'question')}, handed out as a turn."
    yield from broken(f"Asked a model: {asked}", width, style="bold")
    for word, number in model.by_outcome:
        yield from broken(f"  {word} ({number}): {word.sentence} {word.action}".rstrip(), width, indent=4)
    for question in model.questions[:_MOST_PLACES]:
        because = f": {question.because}" if question.because else ""
        told = f"  {question.number}. {shown(question.path)}:{question.line} {question.outcome}{because}"
        yield from broken(told, width, indent=5)
    yield from _more(len(model.questions) - _MOST_PLACES, "other question", width)
    if model.proposals:
        yield from broken(f"  What was proposed stands in {folder / 'REPORT.md'}.", width, indent=2)
    if options is not None and any(word is ProposalOutcome.NOT_APPLIED for word, _ in model.by_outcome):
        relay = ["--model", model.summary.provider] if model.is_out_of_band else []
        command = ["obelize", "fix", "--apply", "--accept-model", *relay, *options]
        yield from _whole(f"  To write it too: {_line(root, command)}")


def _limitations(group: LimitationGroup, width: int | None) -> Iterator[Line]:
    yield ()
    yield from broken(f"{group.code} ({len(group.limitations)}): {group.code.sentence}", width)
    for one in group.limitations[:_MOST_PLACES]:
        place = f"{one.path}:{one.line}" if one.path and one.line else one.path
        told = ": ".join(part for part in (place, one.detail) if part)
        if told:
            yield from broken(f"  {shown(told)}", width, indent=4)
    yield from _more(len(group.limitations) - _MOST_PLACES, "", width)


def _more(number: int, noun: str, width: int | None) -> Iterator[Line]:
    if number > 0:
        yield from broken(f"  and {count(number, noun)}" if noun else f"  and {number} more", width, indent=2)


def _written(settled: Settled, account: Account, root: Path, folder: Path, width: int | None) -> Iterator[Line]:
    """What was written, how verification went, and what can be done next."""
    applied = settled.applied
    if applied.gate is not None:
        yield ()
        yield from broken(f"Not applied: {applied.gate.sentence} {applied.gate.action}", width)
    for refusal in applied.refused:
        detail = f" ({shown(refusal.detail)})" if refusal.detail else ""
        told = f"Not applied, {shown(refusal.path)}: {refusal.reason.sentence}{detail} {refusal.reason.action}"
        yield ()
        yield from broken(told, width)
    if not applied.wrote:
        yield from broken("Nothing in the repository was changed.", width)
        return
    if settled.verification.reason is VerifyReason.NOTHING_WRITTEN:
        yield from broken("There was nothing to write: nothing in the repository was changed.", width)
        return
    yield ()
    yield from broken(f"Written: {count(len(account.moved), 'file')}.", width)
    for line in verification_lines(settled.verification, folder):
        yield from _whole(line)
    yield from _whole(f"To look at it: {_line(root, ['git', 'diff'])}")
    yield from _whole(f"To take it back: {_line(root, ['obelize', 'undo', '--run', folder.name])}")


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
