"""Screening a plan at the terminal: the user's model may amend it, once, before anything else is asked or written."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.model_choice import OutOfBand
from bot.evidence.run_folder import SCREENING
from bot.models.document import FORMAT_VERSION, document
from bot.models.screening import DraftedPlan, ScreeningDocument, ScreeningOutcome
from bot.models.struct import Frozen

if TYPE_CHECKING:
    from bot.cli.local_run import LocalRun
    from bot.cli.model_choice import ModelChoice
    from bot.cli.model_run import ModelOptions
    from bot.screening.landing import Screened


class ScreeningPart(Frozen):
    """How screening went and what is kept of it; `amended` is the plan to go by, null where it stayed as it was."""

    outcome: ScreeningOutcome
    files: Mapping[str, bytes]
    amended: DraftedPlan | None


def is_wanted(choice: "ModelChoice", options: "ModelOptions") -> bool:
    """Whether the plan is to be screened: the command line says so, or the user's own file."""
    return options.screen or options.words is not None or choice.screening


def screen(
    root: Path, finished: "LocalRun", choice: "ModelChoice", words: str | None, *, allowed: bool
) -> ScreeningPart:
    """Have the plan of the run screened; `words` say what is wanted of it, `allowed` tells that a model may."""
    from bot.cli.local_source import opened
    from bot.screening import run
    from bot.screening.adapter import ModelScreener
    from bot.screening.drafted import drafted_plan, env_of
    from bot.screening.tree_source import source_of

    assert not isinstance(choice.provider, OutOfBand)
    drafted = drafted_plan(finished.outcome, finished.config, [loaded.pack for loaded in finished.packs])
    with opened(root, None, told=False) as source:
        env = env_of(finished.outcome, drafted, finished.settings.client_names, source_of(source.tree, finished.config))
        screened = asyncio.run(run.run(ModelScreener(choice.provider), drafted, env, words=words, allowed=allowed))
    return part_of(screened, drafted)


def part_of(screened: "Screened", drafted: DraftedPlan) -> ScreeningPart:
    """What is kept of a screening."""
    kept = ScreeningDocument(
        version=FORMAT_VERSION, outcome=screened.outcome, plan=screened.plan, prompt_sha256=screened.prompt_sha256
    )
    amended = screened.plan if screened.plan != drafted else None
    return ScreeningPart(screened.outcome, {SCREENING: document(kept)}, amended)
