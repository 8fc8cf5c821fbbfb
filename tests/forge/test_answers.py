"""What an answer means; statuses, headers and messages are those of GITHUB.md §1.4, §4, §8 and §9."""

import json
from typing import Any

import pytest

from bot.forge.answers import Answer, error_of, primary_limit_ends
from bot.forge.errors import (
    Conflict,
    Forbidden,
    ForgeError,
    Locked,
    Missing,
    RateLimited,
    Refused,
    Suspended,
    Unauthorized,
    Unavailable,
    Unexpected,
)

NOW = 1_796_000_000.0


def answer(status: int, body: Any = None, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, json.dumps(body).encode() if body is not None else b"")


def said(message: str) -> dict[str, str]:
    return {"message": message}


@pytest.mark.parametrize("status", [200, 201, 202, 204, 304])
def test_a_success_or_an_unchanged_answer_is_no_error(status: int) -> None:
    assert error_of(answer(status, {}), now=NOW) is None


@pytest.mark.parametrize(
    ("given", "error"),
    [
        pytest.param(answer(401, said("Bad credentials")), Unauthorized, id="401 is who we say we are"),
        pytest.param(
            answer(403, said("Resource not accessible by integration")), Forbidden, id="403 alone is a permission"
        ),
        pytest.param(
            answer(403, said("This installation has been suspended")),
            Suspended,
            id="403 names a suspended installation",
        ),
        pytest.param(
            answer(403, said("Unable to create comment because issue is locked.")),
            Locked,
            id="403 names a locked conversation",
        ),
        pytest.param(
            answer(403, said("Repository access blocked")), Forbidden, id="a blocked repository is not a locked one"
        ),
        pytest.param(answer(404, said("Not Found")), Missing, id="404 is not there"),
        pytest.param(answer(410, said("Gone")), Missing, id="410 is not there any more"),
        pytest.param(answer(451, said("Repository access blocked")), Missing, id="451 is taken down"),
        pytest.param(answer(409, said("Conflict")), Conflict, id="409 is a conflict"),
        pytest.param(answer(422, said("Validation Failed")), Refused, id="422 is a wrong request"),
        pytest.param(answer(400, said("Problems parsing JSON")), Refused, id="400 is a wrong request"),
        pytest.param(answer(429, said("")), RateLimited, id="429 is always a limit"),
        pytest.param(
            answer(403, said("You have exceeded a secondary rate limit.")),
            RateLimited,
            id="403 is a limit when the message says so",
        ),
        pytest.param(answer(403, said("x"), retry_after="5"), RateLimited, id="403 with Retry-After is a limit"),
        pytest.param(answer(502, None), Unavailable, id="502 without a body is unavailable"),
        pytest.param(Answer(503, {}, b"<html>Unicorn</html>"), Unavailable, id="503 with a page is unavailable"),
        pytest.param(
            answer(301, said("Moved"), location="https://elsewhere.test"), Unexpected, id="a redirect is unexpected"
        ),
        pytest.param(answer(206, {}), Unexpected, id="a success that no call asks for is unexpected"),
    ],
)
def test_each_answer_is_one_error(given: Answer, error: type[ForgeError]) -> None:
    assert type(error_of(given, now=NOW)) is error


@pytest.mark.parametrize(
    ("given", "strikes", "wait", "secondary"),
    [
        pytest.param(
            answer(403, said(""), retry_after="7", x_ratelimit_remaining="0", x_ratelimit_reset="1796003600"),
            0,
            7.0,
            False,
            id="Retry-After comes before the reset",
        ),
        pytest.param(
            answer(429, said(""), retry_after="7", x_ratelimit_remaining="4000"),
            0,
            7.0,
            True,
            id="with calls left it is a secondary limit",
        ),
        pytest.param(
            answer(403, said(""), x_ratelimit_remaining="0", x_ratelimit_reset="1796000100"),
            0,
            101.0,
            False,
            id="nothing left waits until just after the reset",
        ),
        pytest.param(
            answer(403, said(""), x_ratelimit_remaining="0", x_ratelimit_reset="1795999000"),
            0,
            1.0,
            False,
            id="a reset in the past still waits a second",
        ),
        pytest.param(answer(429, said("")), 0, 60.0, True, id="no hint waits a minute"),
        pytest.param(answer(429, said("")), 2, 240.0, True, id="no hint again and again waits longer each time"),
        pytest.param(answer(429, said("")), 5_000, 960.0, True, id="and never longer than sixteen minutes"),
        pytest.param(answer(429, said(""), retry_after="soon"), 0, 60.0, True, id="an unreadable hint is no hint"),
        pytest.param(answer(429, said(""), retry_after="0"), 0, 1.0, True, id="a hint of nothing waits a second"),
    ],
)
def test_how_long_a_limit_lasts(given: Answer, strikes: int, wait: float, *, secondary: bool) -> None:
    error = error_of(given, now=NOW, strikes=strikes)
    assert isinstance(error, RateLimited)
    assert (error.retry_after, error.secondary) == (wait, secondary)


def test_a_refusal_keeps_the_reasons_whatever_their_shape() -> None:
    """GITHUB.md §1.4: entries are objects with a code, or plain sentences, or there is no list at all."""
    body = {
        "message": "Validation Failed",
        "errors": [
            {"resource": "CheckRun", "field": "annotations", "code": "invalid"},
            "Line could not be resolved",
            {"code": "custom", "message": "No more than 50 items are allowed; 51 were supplied."},
            17,
        ],
    }
    error = error_of(answer(422, body), now=NOW)
    assert isinstance(error, Refused)
    assert error.messages == (
        "CheckRun annotations invalid",
        "Line could not be resolved",
        "custom No more than 50 items are allowed; 51 were supplied.",
        "17",
    )
    sentence = error_of(answer(422, {"message": "x", "errors": "just this"}), now=NOW)
    assert isinstance(sentence, Refused)
    assert sentence.messages == ("just this",)


def test_what_a_forbidden_call_wants_and_the_number_of_the_request_are_kept() -> None:
    error = error_of(
        answer(403, said("no"), x_accepted_github_permissions="checks=write", x_github_request_id="AB:CD"), now=NOW
    )
    assert isinstance(error, Forbidden)
    assert (error.accepted_permissions, error.request_id, error.status) == ("checks=write", "AB:CD", 403)


def test_what_github_says_is_kept_short_and_visible() -> None:
    """A message can quote what was sent, which a stranger may have written."""
    error = error_of(answer(404, said("\x1b[31m" + "a" * 1_000 + "\u202e\nFAKE LOG LINE")), now=NOW)
    assert error is not None
    assert len(error.message) == 300
    assert error.message.startswith("\\u001b[31maaa")


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"message": 5}'])
@pytest.mark.parametrize("status", [401, 403, 404, 422, 429, 500])
def test_no_body_is_strange_enough_to_break_the_reading(status: int, body: bytes) -> None:
    assert isinstance(error_of(Answer(status, {}, body), now=NOW), ForgeError)


@pytest.mark.parametrize(
    ("headers", "ends"),
    [
        (
            {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796000100", "x-ratelimit-resource": "core"},
            1796000100.0,
        ),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796000100"}, 1796000100.0),
        ({"x-ratelimit-remaining": "1", "x-ratelimit-reset": "1796000100"}, None),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796000100", "x-ratelimit-resource": "search"}, None),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1e999"}, None),
        ({}, None),
    ],
)
def test_only_the_core_limit_with_nothing_left_closes_the_door(headers: dict[str, str], ends: float | None) -> None:
    assert primary_limit_ends(Answer(200, headers, b"")) == ends
