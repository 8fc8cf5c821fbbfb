"""`obelize step` and `obelize run`: the relay at the terminal, a turn at a time, or one step after the other."""

import sys
from collections.abc import Sequence
from pathlib import Path

from bot.cli.answer_option import given_answers
from bot.cli.arc_home import keep_arc
from bot.cli.errors import CommandError
from bot.cli.exit_codes import weightiest
from bot.cli.fix_account import show_account
from bot.cli.local_run import LocalRun, run_locally
from bot.cli.local_run_folder import save_run
from bot.cli.model_help import Helped
from bot.cli.model_run import model_part
from bot.cli.relay_standing import LocalStanding, stand_locally
from bot.cli.run_home import new_run_id
from bot.cli.terminal import notes, progress
from bot.cli.user_file import user_file
from bot.models.arc import RelaySummary
from bot.models.document import document
from bot.models.screening import DraftedPlan
from bot.models.step import StepDocument
from bot.models.struct import Frozen, altered
from bot.relay.engine import JudgmentRefused, RelayOutcome, emit, resume
from bot.relay.replies import ReplyProblem
from bot.relay.standing import RENDERER
from bot.vocabulary import ExitCode, ModelClass, RelayKind, RunMode, Stage

_MOST_BYTES = 4 << 20
"""Of a file with a reply, which is more than a reply may have in characters."""


class StepOptions(Frozen):
    """What the command line says; `replies` are files, `-` for standard input."""

    packs: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    model_class: ModelClass | None = None
    as_json: bool = False
    plain: bool = False


def step_options(
    packs: Sequence[str] | None,
    answers: Sequence[str] | None,
    replies: Sequence[str],
    model_class: str | None,
    as_json: bool,
    plain: bool,
) -> StepOptions:
    """The options; CommandError for a class of models that is none."""
    known = next((one for one in ModelClass if one == model_class), None)
    if model_class is not None and known is None:
        raise CommandError(f"--model-class: expected one of {', '.join(ModelClass)}; found {model_class!a}.")
    return StepOptions(tuple(packs or ()), tuple(answers or ()), tuple(replies), known, as_json, plain)


class Stepped(Frozen):
    """What a step came to, and where the relay stands afterwards; the latter is null where nothing was to be done."""

    outcome: RelayOutcome
    standing: LocalStanding | None


def step_command(root: Path, options: StepOptions) -> ExitCode:
    """Open a turn or show the open one; with a reply, take it."""
    text = _text(options.replies[0]) if options.replies else None
    return _shown(root, step(root, options, text), options, after_reply=text is not None)


def run_command(root: Path, options: StepOptions) -> ExitCode:
    """Step on and on, each open turn with the next reply, until a turn waits that has none."""
    texts = [_text(source) for source in options.replies]
    while True:
        stepped = step(root, options, None)
        if stepped.outcome.kind is not RelayKind.AWAITING or not texts:
            break
        step(root, options, texts.pop(0))
    if texts:
        notes().print(f"Replies left over: {len(texts)}. No turn waits for them.")
    return _shown(root, stepped, options, after_reply=False)


def step(root: Path, options: StepOptions, reply: str | None) -> Stepped:
    """One step. Raises CommandError: 2 for a reply that is not taken, 5 where the gate refuses the model's class."""
    finished = _run(root, options, None)
    if finished.settings.model is not None:
        raise CommandError("No model is asked: .obelize.yml says `model: none`.", ExitCode.POLICY_REFUSED)
    used = [stamp.id for stamp in finished.outcome.scan.packs]
    if len(used) > 1:
        raise CommandError(
            f"A model is asked about one pack at a time; here are {' and '.join(used)}. Name one: --pack."
        )
    if not used:
        return Stepped(RelayOutcome(RelayKind.ADVANCED, Stage.ACCEPT, None, None, ungrounded=False), None)
    standing = stand_locally(root, finished, lambda amended: _run(root, options, amended))
    own = user_file().model
    if reply is not None:
        done = resume(standing.arc, reply, RENDERER, own.judgment)
    else:
        done = emit(standing.arc, standing.inputs, RENDERER, options.model_class or own.model_class, own.judgment)
    match done:
        case ReplyProblem():
            raise CommandError(f"The reply was not taken, and nothing was changed: {done.sentence}")
        case JudgmentRefused():
            raise CommandError(done.sentence, ExitCode.POLICY_REFUSED)
        case arc, outcome:
            keep_arc(root, arc)
            return Stepped(outcome, altered(standing, arc=arc))


def _run(root: Path, options: StepOptions, amended: DraftedPlan | None) -> LocalRun:
    with progress(plain=options.plain) as report:
        return run_locally(
            root,
            options.packs,
            RunMode.PLAN,
            report,
            given_answers=given_answers(options.answers),
            asking=True,
            amended=amended,
        )


def _text(source: str) -> str:
    try:
        data = sys.stdin.buffer.read(_MOST_BYTES) if source == "-" else _head(Path(source))
    except OSError as error:
        raise CommandError(f"{source} cannot be read: {error.strerror}.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"The reply was not taken: byte {error.start} of {source} is not UTF-8.") from error


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


# ---- what is shown


def _shown(root: Path, stepped: Stepped, options: StepOptions, *, after_reply: bool) -> ExitCode:
    outcome, standing = stepped.outcome, stepped.standing
    ended = outcome.stage is Stage.ACCEPT and standing is not None and not after_reply
    code = _ended(root, standing, options) if ended and standing is not None else ExitCode.DONE
    if outcome.kind is RelayKind.GAP:
        code = ExitCode.RELAY_GAP
    if options.as_json:
        sys.stdout.buffer.write(document(told(outcome)))
        sys.stdout.buffer.flush()
        return code
    if outcome.prompt is not None:
        sys.stdout.buffer.write(outcome.prompt.encode())
        sys.stdout.buffer.flush()
    notes().print(_sentence(outcome, standing))
    return code


def told(outcome: RelayOutcome) -> StepDocument:
    """The step for a program."""
    return StepDocument(
        kind=outcome.kind,
        turn=outcome.turn,
        stage=outcome.stage,
        prompt=outcome.prompt,
        ungrounded=outcome.ungrounded,
    )


def _sentence(outcome: RelayOutcome, standing: LocalStanding | None) -> str:
    match outcome.kind:
        case RelayKind.AWAITING:
            ungrounded = " It is ungrounded: there is no note on it, and no proof." if outcome.ungrounded else ""
            how = f"Turn {outcome.turn}, stage {outcome.stage}, waits for its reply: obelize step --reply FILE."
            return how + ungrounded
        case RelayKind.GAP:
            symbols = standing.arc.footprint.symbols if standing is not None else ()
            about = ", ".join(symbols)
            return f"{outcome.kind.sentence} No note is about {about}. The proposals can be accepted all the same."
        case RelayKind.ADVANCED if standing is None:
            return "No use of a library that Obelize migrates was found."
        case _:
            return f"The arc stands at {outcome.stage}: {outcome.stage.sentence}"


def _ended(root: Path, standing: LocalStanding, options: StepOptions) -> ExitCode:
    """Keep a run folder of what all turns came to, and show its account."""
    finished, found, arc = standing.finished, standing.found, standing.arc
    plan = finished.outcome.plan
    assert plan is not None
    code = weightiest([ExitCode.ROWS_LEFT] if plan.withheld else [])
    part = model_part(finished, found, findings=arc.findings) if found is not None else None
    helped = Helped(finished, found, standing.screened, arc)
    folder = save_run(root, new_run_id(), finished, RunMode.PLAN, code, None, part, helped)
    if not options.as_json:
        account = part.account if part is not None else None
        outcome = standing.screened.outcome if standing.screened is not None else None
        show_account(finished, root, folder, None, account, outcome, RelaySummary.of(arc), plain=options.plain)
    return code
