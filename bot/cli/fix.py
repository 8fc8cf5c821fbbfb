"""`obelize fix`: the plan as a diff and a short account; with --apply it is written and verified."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.text import Text

from bot.cli.answer_option import given_answers
from bot.cli.applying import NOTHING_TO_WRITE, Settled, apply_plan, gate_of, refused_at_gate
from bot.cli.errors import CommandError
from bot.cli.exit_codes import verdict_code, weightiest
from bot.cli.fix_account import show_account
from bot.cli.local_run import LocalRun, run_locally
from bot.cli.local_run_folder import save_run
from bot.cli.model_choice import ModelChoice
from bot.cli.model_help import helped
from bot.cli.model_run import (
    ModelOptions,
    accepted,
    model_part,
    settled_choice,
    wanted_model,
)
from bot.cli.run_home import new_run_id
from bot.cli.terminal import output, progress, show, shown
from bot.cli.user_file import user_file, user_file_path
from bot.cli.verification import VerifyOptions, wanted_commands
from bot.consult.records import NOTHING_WRITTEN, Settlement
from bot.evidence.run_folder import plan_document
from bot.models.arc import RelaySummary
from bot.models.document import document
from bot.models.names import RunId
from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen, anew
from bot.vocabulary import ExitCode, GateRefusal, RunMode

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


class FixOptions(Frozen):
    """What the command line says."""

    packs: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    apply: bool = False
    allow_dirty: bool = False
    verify: VerifyOptions = anew(VerifyOptions)
    as_json: bool = False
    plain: bool = False
    model: ModelOptions = anew(ModelOptions)


def fix_command(root: Path, options: FixOptions) -> ExitCode:
    """Plan, write if that was asked for, print, and keep the run folder."""
    if options.verify.commands and not options.apply:
        raise CommandError("--verify checks what --apply wrote. Give --apply as well, or leave out --verify.")
    if options.model.show_context and options.as_json:
        raise CommandError("--show-context prints what a person reads, --json one document. Ask for one of them.")
    given = given_answers(options.answers)
    choice = wanted_model(options.model, apply=options.apply)
    asking = choice is not None or options.model.show_context
    mode = RunMode.APPLY if options.apply else RunMode.PLAN
    with progress(plain=options.plain) as report:
        finished = run_locally(root, options.packs, mode, report, given_answers=given, asking=asking)
    allowed = settled_choice(choice, finished, options.model)
    if options.model.show_context:
        return _show_questions(finished, allowed, configured=choice is not None, plain=options.plain)
    run_id = new_run_id()
    refusal = _refusal(root, finished, options) if options.apply else None

    def again(amended: DraftedPlan) -> LocalRun:
        with progress(plain=options.plain) as report:
            return run_locally(root, options.packs, mode, report, given_answers=given, asking=asking, amended=amended)

    # A write that is refused must not have sent source first.
    choice = choice if refusal is None else None
    run = helped(root, finished, choice, options.model, again, allowed=allowed is not None)
    finished, found = run.finished, run.found
    numbers = frozenset[int]()
    if found is not None and options.model.accept:
        finished, numbers = accepted(finished, found, lambda path: os.access(root / path, os.X_OK))
    settled = _applied(root, run_id, finished, options, refusal) if options.apply else None
    exit_code = weightiest(_exit_codes(finished, settled))
    findings = run.arc.findings if run.arc is not None else ()
    settlement = _settlement(finished, settled, numbers)
    part = model_part(finished, found, settlement, findings) if found is not None else None
    folder = save_run(root, run_id, finished, mode, exit_code, settled, part, run)
    if options.as_json:
        sys.stdout.buffer.write(document(plan_document(finished.outcome)))
        sys.stdout.buffer.flush()
    else:
        if settled is None:
            _show_patch(finished, plain=options.plain)
        told = part.account if part is not None else None
        outcome = run.screened.outcome if run.screened is not None else None
        relay = RelaySummary.of(run.arc) if run.arc is not None else None
        show_account(finished, root, folder, settled, told, outcome, relay, plain=options.plain)
    return exit_code


def _show_questions(finished: LocalRun, choice: ModelChoice | None, *, configured: bool, plain: bool) -> ExitCode:
    plan = finished.outcome.plan
    assert plan is not None
    from bot.cli.consulting import context_lines

    show(context_lines(plan.consultations, choice, configured=configured), plain=plain)
    return ExitCode.DONE


def _settlement(finished: LocalRun, settled: Settled | None, numbers: frozenset[int]) -> Settlement:
    """A run writes all of its files or none."""
    plan = finished.outcome.plan
    assert plan is not None
    if settled is None:
        return NOTHING_WRITTEN
    refused = frozenset[str]() if settled.applied.wrote else frozenset(file.path for file in plan.files)
    return Settlement(run_wrote=True, accepted=numbers, refused_paths=refused)


def _allows_dirty(options: FixOptions) -> bool:
    return options.allow_dirty or user_file().allow_dirty


def _refusal(root: Path, finished: LocalRun, options: FixOptions) -> GateRefusal | None:
    """Asked before a model is."""
    assert finished.git is not None
    return gate_of(root, finished.git, allow_dirty=_allows_dirty(options))


def _applied(
    root: Path, run_id: RunId, finished: LocalRun, options: FixOptions, refusal: GateRefusal | None
) -> Settled:
    plan, read = finished.outcome.plan, finished.git
    assert plan is not None
    assert read is not None
    own = user_file()
    if refusal is not None:
        return refused_at_gate(refusal)
    if not plan.written:
        return NOTHING_TO_WRITE
    commands = wanted_commands(options.verify, finished.settings.verify, own.verify_allow, user_file_path())
    return apply_plan(root, run_id, plan.written, read, commands, allow_dirty=_allows_dirty(options))


def _exit_codes(finished: LocalRun, settled: Settled | None) -> Iterable[ExitCode]:
    plan = finished.outcome.plan
    assert plan is not None
    if plan.withheld:
        yield ExitCode.ROWS_LEFT
    if settled is not None:
        if not settled.applied.wrote:
            yield ExitCode.POLICY_REFUSED
        yield verdict_code(settled.verification.status)


def _show_patch(finished: LocalRun, *, plain: bool) -> None:
    plan = finished.outcome.plan
    assert plan is not None
    console = output(plain=plain)
    if not console.is_terminal:
        sys.stdout.buffer.write(plan.patch)
        sys.stdout.buffer.flush()
        return
    for line in plan.patch.decode(errors="replace").split("\n"):
        heading = line.startswith(("diff ", "index ", "--- ", "+++ "))
        console.print(Text(shown_line(line), style="bold" if heading else _COLOURS.get(line[:1], "")))


def shown_line(line: str) -> str:
    """A line of a diff: its tabs and blanks stay, whatever else a terminal might act on is written out."""
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return indent + "\t".join(shown(part) if part.strip() else part for part in line[len(indent) :].split("\t"))
