"""Programs for openai 0.x have exactly the places that a careful person marked in them, programs for the new library none."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest
import yaml

from bot.analyser.jobs import REGISTRY
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.outcome import Outcome
from bot.packs.loaded import BUNDLED
from bot.packs.loader import bundled_packs
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.rules.engine.kinds import parameter_models
from bot.source.memory import MemoryTree
from bot.vocabulary import EditStatus, RunMode
from tests.packs.fixture_cases import FixtureCase, fixture_cases

PACK = "openai/openai-0-to-1"
CASES = [case for case in fixture_cases() if case.pack == PACK]

Place: TypeAlias = tuple[str, int, str, str | None, str | None]
"""Path, line, kind, full name, word."""


@pytest.fixture(scope="module")
def analyser() -> Iterator[Analyser]:
    packs = bundled_packs(parameter_models())
    with Analyser(registry=REGISTRY, setup=setup(loaded.pack for loaded in packs)) as made:
        yield made


def planned(case: FixtureCase, analyser: Analyser) -> Outcome:
    """What a run for this pack finds in an example, and plans."""
    (loaded,) = (each for each in bundled_packs(parameter_models()) if each.pack.id == PACK)
    tree, config = MemoryTree(case.before), default_config()
    packs = ((SurfaceIndex(loaded.pack), loaded.stamp),)
    request = RunRequest(mode=RunMode.PLAN, packs=packs, named=True, listing=tree.listing(), config=config)
    return Driver(tree, analyser, config.max_file_bytes).drive(run(request))


def marked(case: FixtureCase) -> list[Place]:
    described = yaml.safe_load((BUNDLED / PACK / "fixtures" / case.name / "case.yaml").read_text(encoding="utf-8"))
    rows = described.get("withheld", ())
    return sorted((row["path"], row["line"], row["kind"], row["symbol"], row["bail"]) for row in rows)


@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
def test_a_program_has_the_places_that_are_marked_in_it(case: FixtureCase, analyser: Analyser) -> None:
    """Each of them withheld with that word; what is found besides is rewritten."""
    outcome = planned(case, analyser)
    assert outcome.plan is not None
    found = {finding.row_id: finding for finding in outcome.scan.findings}
    places = [
        (edit.path, edit.line, str(found[edit.row_id].kind), found[edit.row_id].symbol, str(edit.reason))
        for edit in outcome.plan.edits
        if edit.status is not EditStatus.AUTO
    ]
    assert sorted(places) == marked(case)
    rewritten = {edit.path for edit in outcome.plan.edits if edit.status is EditStatus.AUTO}
    assert rewritten == case.after.keys()


def test_there_are_programs_of_both_kinds() -> None:
    old = [case.name for case in CASES if marked(case)]
    new = [case.name for case in CASES if not marked(case)]
    assert len(old) >= 10
    moving = [case.name for case in CASES if case.after]
    assert [name for name in new if name.startswith("new-")] == [
        name for name in new if name != "not-the-library" and name not in moving
    ]
    assert len(new) >= 8
    assert len(moving) >= 8
