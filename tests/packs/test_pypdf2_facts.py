"""Where the pack says that the libraries differ, they differ, in the way that `facts.yaml` records."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packs.measured import FOLDER, pack, run_there
from tests.wire.interpreters import NEW, OLD, OLD_1

FACTS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text(encoding="utf-8"))


@cache
def observed(environment: str) -> list[str]:
    """What every piece printed or raised in an environment, in the order of the facts."""
    codes = json.dumps([fact["code"] for fact in FACTS])
    found: list[str] = json.loads(run_there(environment, "tests.packs.observe", text=codes))
    return found


@pytest.mark.parametrize("index", range(len(FACTS)), ids=[f"{n}-{fact['about'][0]}" for n, fact in enumerate(FACTS)])
def test_a_recorded_difference_is_what_the_libraries_do(index: int) -> None:
    fact = FACTS[index]
    after = fact["after"] if isinstance(fact["after"], list) else [fact["after"]] * 2
    assert observed(fact.get("before_on", OLD))[index] == fact["before"]
    assert [observed(environment)[index] for environment in NEW] == after
    assert set(after) != {fact["before"]}


def test_everything_that_the_pack_calls_different_has_a_fact() -> None:
    surface = pack().surface
    claimed = {f"{module}.{name}" for module, table in surface.modules.items() for name in table.changed}
    claimed |= {f"{cls}.{member}" for cls, table in surface.objects.items() for member in table.changed}
    claimed |= {*surface.calls, *surface.warnings}
    shown = {name for fact in FACTS for name in fact["about"]}
    assert claimed - shown == set()
    assert shown - claimed == set()


def test_a_fact_names_an_environment_that_is_known() -> None:
    assert {fact.get("before_on", OLD) for fact in FACTS} == {OLD, OLD_1}


def test_every_source_of_the_pack_is_in_its_list_of_sources() -> None:
    """SOURCES.md holds each page that the pack cites, and says for each change where it is backed."""
    sources = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    for citation in pack().citations:
        assert citation.url in sources
    for change in pack().changes:
        assert change.source in sources
        assert f"`{change.id}`" in sources
