"""Plans over trees in memory, with one analyser for all of them: for the examples of packs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from bot.analyser.jobs import REGISTRY
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.outcome import PlanOutcome
from bot.packs.loaded import LoadedPack
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.memory import MemoryTree
from bot.vocabulary import RunMode

Plan: TypeAlias = Callable[[Mapping[str, bytes]], PlanOutcome]
"""The plan of a run of the whole pipeline over a tree in memory."""


@contextmanager
def planner(packs: Sequence[LoadedPack]) -> Iterator[Plan]:
    """A `Plan` whose runs share one analyser, which ends with the block."""
    with Analyser(registry=REGISTRY, setup=setup(loaded.at_hand for loaded in packs)) as analyser:
        yield lambda files: _plan(files, packs, analyser)


def _plan(files: Mapping[str, bytes], packs: Sequence[LoadedPack], analyser: Analyser) -> PlanOutcome:
    tree, config = MemoryTree(files), default_config()
    request = RunRequest(
        mode=RunMode.PLAN,
        packs=tuple((SurfaceIndex(loaded.at_hand), loaded.stamp) for loaded in packs),
        named=False,
        listing=tree.listing(),
        config=config,
    )
    outcome = Driver(tree, analyser, config.max_file_bytes).drive(run(request))
    assert outcome.plan is not None
    return outcome.plan
