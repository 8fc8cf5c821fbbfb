"""What the pages take from run.json."""

import datetime as dt

import pytest

from bot.evidence.timings import timings
from webhooks.pages.run_index import Step, run_index, steps_of

AT = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


def test_steps_are_in_their_order_and_those_that_were_not_are_left_out() -> None:
    known = timings(AT, AT + dt.timedelta(seconds=200), plan_ms=1_260, model_ms=190_000)
    steps = steps_of(known)
    assert [(step.name, step.took) for step in steps] == [
        ("Planning", "1.3 s"),
        ("Asking the model", "3 min"),
        ("All of it", "3 min"),
    ]
    assert steps_of(timings(AT, AT)) == ()


@pytest.mark.parametrize(
    ("milliseconds", "took"), [(0, "0.0 s"), (40, "0.0 s"), (119_900, "119.9 s"), (120_000, "2 min")]
)
def test_a_duration_for_people(milliseconds: int, took: str) -> None:
    assert Step("Scanning", milliseconds).took == took


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"files": 3}', b"\xff", b"[" * 100_000])
def test_what_is_no_run_json_says_nothing(data: bytes) -> None:
    index = run_index(data)
    assert (index.hashes, index.withheld, index.steps) == ({}, (), ())
