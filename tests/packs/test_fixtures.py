"""Each example beside a bundled pack is what Obelize does: these files change in this way, and no others."""

import pytest

from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from tests.packs.fixture_cases import FixtureCase, fixture_cases
from tests.wire.migrate import Migrate

CASES = fixture_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
def test_an_example_holds(case: FixtureCase, migrate: Migrate) -> None:
    plan = migrate(case.before)
    assert {file.path: file.after for file in plan.written} == case.after
    found = {(row.path, row.line, row.symbol, row.bail) for row in plan.withheld}
    assert {(row.path, row.line, row.symbol, row.bail) for row in case.left} <= found
    assert bool(found) == bool(case.left)


@pytest.mark.parametrize("case", [case for case in CASES if case.after], ids=[c.name for c in CASES if c.after])
def test_what_was_migrated_is_not_migrated_again(case: FixtureCase, migrate: Migrate) -> None:
    after = {**case.before, **case.after}
    assert {file.path for file in migrate(after).written} & case.after.keys() == set()


def test_an_example_is_well_formed() -> None:
    """It has files, changes only files that exist, and differs where it says so."""
    for case in CASES:
        assert case.before, case.name
        assert case.after.keys() <= case.before.keys(), case.name
        assert all(case.before[path] != data for path, data in case.after.items()), case.name
        assert {row.path for row in case.left} <= case.before.keys(), case.name


def test_every_bundled_pack_has_examples_that_change_and_examples_that_must_not() -> None:
    """A pack whose changes only name places has none that change."""
    packs = bundled_packs(parameter_models())
    assert len(packs) >= 2
    for loaded in packs:
        of_pack = [case for case in CASES if case.pack == loaded.pack.id]
        rewrites = any(change.kind != "flag_only" for change in loaded.pack.changes)
        assert len([case for case in of_pack if case.after]) >= (6 if rewrites else 0)
        assert len([case for case in of_pack if not case.after]) >= 6
        assert rewrites or not any(case.after for case in of_pack)
