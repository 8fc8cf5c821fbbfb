"""The check against GitHub's description bites: on requests, on answers, on payloads."""

from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.rest.sentences import sentences
from bot.playground.schemas import Mismatch, mismatches, nulls
from bot.playground.shapes import users
from bot.playground.shapes.users import simple_user
from tests.playground.clients import Client

CREATE = ("ReposOwnerRepoCheckRunsPostBodyOneof0", "ReposOwnerRepoCheckRunsPostBodyOneof1")
GOOD: dict[str, Any] = {"name": "obelize", "head_sha": "0" * 40}


def test_what_fits_has_no_mismatch(playground: Playground) -> None:
    assert mismatches(GOOD, CREATE) == []
    assert mismatches(simple_user(playground.app.bot, playground.world.addresses), ("SimpleUser",)) == []


@pytest.mark.parametrize(
    ("value", "found"),
    [
        pytest.param({**GOOD, "name": 5}, ("name", "string_type"), id="a wrong type"),
        pytest.param({**GOOD, "status": "done"}, ("status", "literal_error"), id="a word outside the set"),
        pytest.param({"name": "x"}, ("head_sha", "missing"), id="a missing key"),
        pytest.param({**GOOD, "names": "x"}, ("names", "extra_forbidden"), id="a key that is not known"),
        pytest.param(
            {**GOOD, "output": {"title": "x", "summary": "x", "colour": "red"}},
            ("output/colour", "extra_forbidden"),
            id="a key that is not known, inside",
        ),
        pytest.param({**GOOD, "started_at": 5}, ("started_at", "datetime_type"), id="a number is no moment"),
    ],
)
def test_what_does_not_fit_is_named(value: dict[str, Any], found: tuple[str, str]) -> None:
    (mismatch,) = mismatches(value, CREATE)
    assert ("/".join(map(str, mismatch.where)), mismatch.kind) == found


def test_null_is_found_anywhere() -> None:
    assert [each.where for each in nulls({"a": None, "b": [{"c": None}], "d": 1})] == [("a",), ("b", 0, "c")]


def test_keys_missing_from_one_object_share_a_sentence() -> None:
    missing = [Mismatch(("a", 0, name), "missing", {}, {}) for name in ("path", "level")]
    assert sentences(missing) == ['"level", "path" weren\'t supplied.']


async def test_an_answer_that_github_does_not_give_is_a_fault(
    playground: Playground, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard on our own answers, seen to bite: one renamed key, and the request ends in a recorded 500."""
    shape = users.simple_user
    monkeypatch.setattr(users, "simple_user", lambda *given: {"logn": "x", **shape(*given)})
    answer = await anonymous.get("/users/mona")
    assert answer.status == 500
    assert playground.faults_found.pop() == "GET /users/mona: answer of /users/{login}: logn: extra_forbidden"
