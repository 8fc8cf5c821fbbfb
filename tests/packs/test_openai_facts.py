"""Where the pack says that the libraries differ under one name, they differ, in the way that `openai_facts.yaml` records;
and the errors of the new library are those that the pack names, for the same doings of the service.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packs.measured_openai import FOLDER, pack, run_there
from tests.wire.interpreters import OPENAI_NEW, OPENAI_OLD

FACTS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "openai_facts.yaml").read_text(encoding="utf-8"))

ERRORS = {
    "failed(400)": ("InvalidRequestError", "BadRequestError"),
    "failed(401)": ("AuthenticationError", "AuthenticationError"),
    "failed(403)": ("PermissionError", "PermissionDeniedError"),
    "failed(404)": ("InvalidRequestError", "NotFoundError"),
    "failed(409)": ("TryAgain", "ConflictError"),
    "failed(415)": ("InvalidRequestError", "APIStatusError"),
    "failed(429)": ("RateLimitError", "RateLimitError"),
    "failed(500)": ("APIError", "InternalServerError"),
    "failed(503)": ("ServiceUnavailableError", "InternalServerError"),
    "late()": ("Timeout", "APITimeoutError"),
    "unreachable()": ("APIConnectionError", "APIConnectionError"),
}
"""What the service does, to the class that either library raises."""


@cache
def observed(environment: str) -> list[str]:
    """What every piece printed or raised in an environment: the facts, then the errors."""
    codes = [fact["code"] for fact in FACTS] + [f"print(type({doing}).__name__)" for doing in ERRORS]
    found: list[str] = json.loads(run_there(environment, "tests.packs.observe_openai", text=json.dumps(codes)))
    return found


@pytest.mark.parametrize("index", range(len(FACTS)), ids=[f"{n}-{fact['about'][0]}" for n, fact in enumerate(FACTS)])
def test_a_recorded_difference_is_what_the_libraries_do(index: int) -> None:
    fact = FACTS[index]
    after = fact["after"] if isinstance(fact["after"], list) else [fact["after"]] * 2
    assert observed(OPENAI_OLD)[index] == fact["before"]
    assert [observed(environment)[index] for environment in OPENAI_NEW] == after
    assert set(after) != {fact["before"]}


def test_everything_that_the_pack_calls_different_has_a_fact() -> None:
    surface = pack().surface
    claimed = {f"{module}.{name}" for module, table in surface.modules.items() for name in table.changed}
    claimed |= {f"{cls}.{member}" for cls, table in surface.objects.items() for member in table.changed}
    claimed |= {*surface.calls, *surface.warnings}
    shown = {name for fact in FACTS for name in fact["about"]}
    assert claimed == shown


@pytest.mark.parametrize("doing", ERRORS)
def test_the_new_error_is_the_one_that_the_pack_names(doing: str) -> None:
    before, after = ERRORS[doing]
    index = len(FACTS) + list(ERRORS).index(doing)
    assert [observed(environment)[index] for environment in (OPENAI_OLD, *OPENAI_NEW)] == [before, after, after]
    assert f"openai.{after}" in pack().surface.modules["openai.error"].gone[before]


def test_an_error_that_no_doing_of_the_service_shows_has_no_successor() -> None:
    shown = {before for before, _ in ERRORS.values()}
    assert pack().surface.modules["openai.error"].gone.keys() - shown == {
        *("IdempotencyError", "InvalidAPIType", "OpenAIError", "SignatureVerificationError")
    }


def test_every_source_of_the_pack_is_in_its_list_of_sources() -> None:
    """SOURCES.md holds each page that the pack cites, and says for each change where it is backed."""
    sources = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    for citation in pack().citations:
        assert citation.url in sources
    for change in pack().changes:
        assert change.source in sources
        assert f"`{change.id}`" in sources
