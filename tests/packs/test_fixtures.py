"""Each example beside a bundled pack is what Obelize does: these files change in this way, and no others."""

import pytest

from bot.packs.examples import disagreements, ill_formed
from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from tests.packs.fixture_cases import FixtureCase, fixture_cases
from tests.wire.migrate import Migrate

CASES = fixture_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
def test_an_example_holds(case: FixtureCase, migrate: Migrate) -> None:
    assert list(disagreements(case, migrate(case.before))) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.after], ids=[c.name for c in CASES if c.after])
def test_what_was_migrated_is_not_migrated_again(case: FixtureCase, migrate: Migrate) -> None:
    after = {**case.before, **case.after}
    assert {file.path for file in migrate(after).written} & case.after.keys() == set()


def test_an_example_is_well_formed() -> None:
    """It has files, changes only files that exist, and differs where it says so."""
    for case in CASES:
        assert list(ill_formed(case)) == [], case.name


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
