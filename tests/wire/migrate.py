"""The seam between the wire cases and Obelize: from the files of a tree to what a run plans for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.cli.planning import Plan as Migrate
from bot.cli.planning import planner
from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models

__all__ = ["Migrate", "migrator"]


@contextmanager
def migrator() -> Iterator[Migrate]:
    """A `Migrate` with the bundled packs."""
    with planner(bundled_packs(parameter_models())) as plan:
        yield plan
