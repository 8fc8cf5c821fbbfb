"""Where the Gemini pack says that the libraries differ, they differ, in the way that `gemini_facts.yaml` records."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packs.gemini_measured import pack, run_there
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD

FACTS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "gemini_facts.yaml").read_text(encoding="utf-8"))


@cache
def observed(environment: str) -> list[str]:
    """What every piece printed or raised in an environment, in the order of the facts."""
    codes = [fact["new" if environment in GEMINI_NEW else "old"] for fact in FACTS]
    found: list[str] = json.loads(run_there(environment, "tests.packs.observe_gemini", text=json.dumps(codes)))
    return found


@pytest.mark.parametrize("index", range(len(FACTS)), ids=[f"{n}-{fact['about'][0]}" for n, fact in enumerate(FACTS)])
def test_a_recorded_difference_is_what_the_libraries_do(index: int) -> None:
    fact = FACTS[index]
    assert observed(GEMINI_OLD)[index] == str(fact["before"])
    assert [observed(environment)[index] for environment in GEMINI_NEW] == [str(fact["after"])] * 2


def test_everything_that_the_pack_calls_different_has_a_fact() -> None:
    surface = pack().surface
    claimed = {f"{cls}.{member}" for cls, table in surface.objects.items() for member in table.changed}
    claimed |= {*surface.calls, *surface.warnings}
    assert sorted(name for fact in FACTS for name in fact["about"]) == sorted(claimed)
