"""Everything that a model adds to `obelize fix`: the plan as it amended it, and its answers about places.

An endpoint is asked now; of the relay the replies are taken that were brought before.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot.cli.local_run import LocalRun
from bot.cli.model_choice import ModelChoice
from bot.cli.model_run import ModelOptions, asked, without_questions
from bot.cli.screening import ScreeningPart, is_wanted, screen
from bot.models.arc import Arc
from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen, altered

if TYPE_CHECKING:
    from bot.cli.consulting import Consulted

Again: TypeAlias = Callable[[DraftedPlan], LocalRun]
"""Makes the run again under an amended plan."""


class Helped(Frozen):
    """The run with it; null is what there was not."""

    finished: LocalRun
    found: "Consulted | None" = None
    screened: ScreeningPart | None = None
    arc: Arc | None = None


def helped(
    root: Path, finished: LocalRun, choice: ModelChoice | None, options: ModelOptions, again: Again, *, allowed: bool
) -> Helped:
    """`choice` is null where nobody is to be asked at all, `allowed` tells whether the repository lets anybody be."""
    if choice is None:
        return Helped(without_questions(finished))
    if choice.is_out_of_band:
        return _by_relay(root, finished, again) if allowed and finished.packs else Helped(without_questions(finished))
    screened = None
    if is_wanted(choice, options):
        screened = screen(root, finished, choice, options.words, allowed=allowed)
        finished = again(screened.amended) if screened.amended is not None else finished
    run = Helped(finished, screened=screened)
    if not allowed:
        return altered(run, finished=without_questions(finished))
    finished, found = asked(root, finished, choice)
    return altered(run, finished=finished, found=found)


def _by_relay(root: Path, finished: LocalRun, again: Again) -> Helped:
    from bot.cli.relay_standing import stand_locally

    stood = stand_locally(root, finished, again)
    return Helped(stood.finished, stood.found, stood.screened, stood.arc)
