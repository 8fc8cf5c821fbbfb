"""Programs for openai 0.x have exactly the places that a careful person marked in them, programs for the new library none."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest
import yaml

from bot.analyser.run_setup import REGISTRY, setup
from bot.analyser.supervisor import Analyser
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.finding import Finding
from bot.packs.loaded import BUNDLED
from bot.packs.loader import bundled_packs
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.rules.engine.kinds import parameter_models
from bot.source.memory import MemoryTree
from bot.vocabulary import FindingKind, RunMode
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


def found(case: FixtureCase, analyser: Analyser) -> list[Finding]:
    """What a scan for this pack finds in an example."""
    (loaded,) = (each for each in bundled_packs(parameter_models()) if each.pack.id == PACK)
    tree, config = MemoryTree(case.before), default_config()
    packs = ((SurfaceIndex(loaded.pack), loaded.stamp),)
    request = RunRequest(mode=RunMode.SCAN, packs=packs, named=True, listing=tree.listing(), config=config)
    return list(Driver(tree, analyser, config.max_file_bytes).drive(run(request)).scan.findings)


def marked(case: FixtureCase) -> list[Place]:
    described = yaml.safe_load((BUNDLED / PACK / "fixtures" / case.name / "case.yaml").read_text(encoding="utf-8"))
    rows = described.get("withheld", ())
    return sorted((row["path"], row["line"], row["kind"], row["symbol"], row["bail"]) for row in rows)


@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
def test_a_program_has_the_places_that_are_marked_in_it(case: FixtureCase, analyser: Analyser) -> None:
    places = [
        (finding.path, finding.line, str(finding.kind), finding.symbol, finding.bail and str(finding.bail))
        for finding in found(case, analyser)
        if finding.kind is not FindingKind.TEXT_MENTION
    ]
    assert sorted(places) == marked(case)


def test_there_are_programs_of_both_kinds() -> None:
    old = [case.name for case in CASES if marked(case)]
    new = [case.name for case in CASES if not marked(case)]
    assert len(old) >= 10
    assert [name for name in new if name.startswith("new-")] == [name for name in new if name != "not-the-library"]
    assert len(new) >= 8
