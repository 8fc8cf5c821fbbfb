"""The model's part of `obelize fix`: the refusals that come before anything is read, and what is kept of asking."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.errors import CommandError
from bot.cli.local_run import LocalRun
from bot.cli.model_choice import ModelChoice, chosen_model
from bot.cli.terminal import notes, shown
from bot.cli.user_file import user_file, user_file_path
from bot.consult.records import NOTHING_WRITTEN, Judged, Settlement, chosen
from bot.consult.taken import with_accepted, with_proposals
from bot.evidence.model_account import ModelAccount
from bot.evidence.model_files import kept_asking
from bot.models.arc import CriticFinding
from bot.models.model_records import ModelSummary
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.struct import Frozen, altered
from bot.plan.asking import unasked

if TYPE_CHECKING:
    from bot.cli.consulting import Consulted


class ModelOptions(Frozen):
    """What the command line says: a provider's name, and whether answers are written or questions only shown.

    `screen` has the plan screened first, `words` say how it is to be revised.
    """

    provider: str | None = None
    accept: bool = False
    show_context: bool = False
    screen: bool = False
    words: str | None = None


class ModelPart(Frozen):
    """What asking left in a run: files of its folder, what run.json and people are told, and how long it took. Where
    there was nothing to ask people are told nothing, and it took no time.
    """

    files: Mapping[str, bytes]
    summary: ModelSummary
    account: ModelAccount | None
    milliseconds: int | None


def wanted_model(options: ModelOptions, *, apply: bool) -> ModelChoice | None:
    """The model of this run, null for none. Raises CommandError for a command line that contradicts itself."""
    if options.accept and not apply:
        raise CommandError("--accept-model writes what a model proposed. Give --apply as well, or leave it out.")
    if options.show_context and apply:
        raise CommandError("--show-context only shows what a model would be asked. Leave out --apply.")
    choice = chosen_model(options.provider, user_file().model, user_file_path())
    if options.show_context and (options.screen or options.words is not None):
        raise CommandError("--show-context sends nothing, so no plan is screened. Leave out --screen and --revise.")
    if (options.screen or options.words is not None) and choice is not None and choice.is_out_of_band:
        raise CommandError(
            "With the relay a plan is amended by a turn: leave out --screen and --revise, and run `obelize step`."
        )
    if (options.screen or options.words is not None) and choice is None:
        raise CommandError(f"Screening a plan needs a model. Give --model, or name one in {user_file_path()}.")
    if options.words is not None and not options.words.strip():
        raise CommandError("--revise takes a sentence that says what is wanted of the plan.")
    if options.accept and choice is None:
        raise CommandError(f"--accept-model needs a model. Give --model, or name one in {user_file_path()}.")
    if choice is not None:
        provider = choice.provider
        told = f"{shown(provider.model)} at {shown(provider.host)}"
        if choice.is_out_of_band:
            told = "whose replies are brought by `obelize step`; nothing is sent"
        notes().print(f"Model: {provider.name}, {told}.")
    return choice


def settled_choice(choice: ModelChoice | None, finished: LocalRun, options: ModelOptions) -> ModelChoice | None:
    """The model after the scan: none where the repository switched it off, and none for more than one pack."""
    if choice is None:
        return None
    if finished.settings.model is not None:
        notes().print("The model is not asked: .obelize.yml says `model: none`.")
        return None
    if len(finished.outcome.scan.packs) > 1:
        names = " and ".join(stamp.id for stamp in finished.outcome.scan.packs)
        if choice.named or options.accept:
            raise CommandError(
                f"A model is asked about one pack at a time, and this run uses {names}. Name one: --pack."
            )
        notes().print(f"The model is not asked: this run uses {names}. With --pack it asks about one of them.")
        return None
    return choice


def without_questions(finished: LocalRun) -> LocalRun:
    """The run as one that asks no model."""
    plan = finished.outcome.plan
    assert plan is not None
    return _with_plan(finished, unasked(plan))


def asked(root: Path, finished: LocalRun, choice: ModelChoice) -> tuple[LocalRun, "Consulted"]:
    """The run with the rows marked for which an answer passed the guard, and the answers."""
    plan = finished.outcome.plan
    assert plan is not None
    from bot.cli.consulting import consulted

    found = consulted(root, plan.consultations, finished.packs, choice)
    return _with_plan(finished, with_proposals(plan, found.judged)), found


def accepted(
    finished: LocalRun, found: "Consulted", is_executable: Callable[[str], bool]
) -> tuple[LocalRun, frozenset[int]]:
    """The run with every answer that passed the guard among what it writes, one a file; and their numbers."""
    plan = finished.outcome.plan
    assert plan is not None
    numbers = frozenset(one.exchange.question.index for one in found.judged if one.passed)
    taken: dict[str, Judged] = chosen(found.judged, numbers)
    return _with_plan(finished, with_accepted(plan, taken, is_executable)), numbers


def model_part(
    finished: LocalRun,
    found: "Consulted",
    settlement: Settlement = NOTHING_WRITTEN,
    findings: Sequence[CriticFinding] = (),
) -> ModelPart:
    """What is kept of it, with what a critic found."""
    plan = finished.outcome.plan
    assert plan is not None
    kept = kept_asking(found.judged, found.asked, plan.withheld, settlement, findings)
    return ModelPart(kept.files, kept.summary, kept.account, found.milliseconds)


def _with_plan(finished: LocalRun, plan: PlanOutcome) -> LocalRun:
    return altered(finished, outcome=Outcome(finished.outcome.scan, plan))
