"""Runs: which demand adds an attempt to a head, and what is found again."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.models.decision import RepositoryFacts
from bot.models.names import CommitSha, DeliveryId, RepositoryId, RunId
from bot.models.run_key import RunKey
from bot.store import installations, runs
from bot.store.runs import Head
from bot.vocabulary import Conclusion, RunDemand, RunState

HEAD = Head(repository_id=7, pull=3, head_sha="a" * 40, base_sha="b" * 40)


@pytest.fixture(autouse=True)
def repository(connection: sa.Connection) -> None:
    installations.put_installation(connection, 5, "octo")
    facts = RepositoryFacts(id=7, full_name="octo/app", private=False, default_branch="main")
    installations.put_repository(connection, 5, facts)


def attempts(connection: sa.Connection, now: datetime, *states: RunState) -> None:
    """Attempts 1, 2, … on the head, in these states, each asked for by a delivery of its own."""
    for number, state in enumerate(states, start=1):
        key = runs.insert(connection, HEAD, number, DeliveryId(f"before-{number}"), now)
        runs.change(connection, key, state=state)


E, R, D, F = RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED, RunState.FINISHED
S, B, X = RunState.SUPERSEDED, RunState.BROKEN, RunState.DROPPED


@pytest.mark.parametrize(
    ("states", "once", "again"),
    [
        pytest.param([], 1, 1, id="a head that nobody looked at gets its first attempt"),
        pytest.param([E], None, None, id="a waiting run will see what there is, whoever asks"),
        pytest.param([D], None, None, id="a deferred run is followed by another by itself"),
        pytest.param([R], None, 2, id="a run at work answers a new delivery, and a re-run comes after it"),
        pytest.param([F], None, 2, id="a finished check is enough, unless one more is wanted"),
        pytest.param([S], 2, 2, id="a head that came back after it was overtaken is looked at again"),
        pytest.param([B], 2, 2, id="a broken attempt is followed by another"),
        pytest.param([X], 2, 2, id="a dropped attempt is followed by another once the pull request is open again"),
        pytest.param([F, B], None, 3, id="a re-run that broke leaves the finished check standing"),
        pytest.param([F, E], None, None, id="a re-run that waits answers the next one"),
        pytest.param([D, F], None, 3, id="a deferred run of long ago says nothing"),
        pytest.param([B, R], None, 3, id="only the newest attempt is on the way"),
    ],
)
def test_what_a_demand_adds(
    connection: sa.Connection, now: datetime, states: list[RunState], once: int | None, again: int | None
) -> None:
    attempts(connection, now, *states)
    for demand, expected in ((RunDemand.ONCE, once), (RunDemand.AGAIN, again)):
        savepoint = connection.begin_nested()
        key = runs.admit(connection, HEAD, demand, DeliveryId("new"), now)
        assert (key.attempt if key else None) == expected
        savepoint.rollback()


@pytest.mark.parametrize("state", list(RunState))
def test_a_delivery_adds_one_attempt_however_often_it_is_carried_out(
    connection: sa.Connection, now: datetime, state: RunState
) -> None:
    """The delivery's GUID stands on its attempt; what became of that does not matter."""
    first = runs.admit(connection, HEAD, RunDemand.AGAIN, DeliveryId("guid"), now)
    assert first is not None
    runs.change(connection, first, state=state)
    assert runs.admit(connection, HEAD, RunDemand.AGAIN, DeliveryId("guid"), now) is None


def test_heads_and_pull_requests_do_not_count_for_one_another(connection: sa.Connection, now: datetime) -> None:
    attempts(connection, now, RunState.FINISHED)
    for other in (replace(HEAD, head_sha="c" * 40), replace(HEAD, pull=4)):
        key = runs.admit(connection, other, RunDemand.ONCE, None, now)
        assert key is not None
        assert key.attempt == 1


def test_a_run_keeps_what_it_is_told(connection: sa.Connection, now: datetime) -> None:
    """Words go in as words and come back as words; times come back in UTC."""
    key = runs.insert(connection, HEAD, 1, DeliveryId("guid"), now)
    run_id = RunId("20261130T120000Z-0123abcd")
    changes = {
        "state": RunState.FINISHED,
        "conclusion": Conclusion.ROWS_LEFT,
        "run_id": run_id,
        "check_asked": True,
        "check_run_id": 99,
        "api_calls": 12,
        "started_at": now,
        "finished_at": now,
        "reason": "a sentence",
    }
    assert runs.change(connection, key, **changes)
    run = runs.find(connection, key)
    assert run is not None
    assert {name: getattr(run, name) for name in changes} == changes
    assert (run.key, run.base_sha, run.trigger, run.created_at) == (key, "b" * 40, "guid", now)
    assert runs.find_by_run_id(connection, run_id) == run


def test_a_change_of_a_run_that_is_gone_says_so(connection: sa.Connection, now: datetime) -> None:
    """A run at work learns from it that its repository was taken away."""
    key = runs.insert(connection, HEAD, 1, None, now)
    installations.drop_repository(connection, 7)
    assert not runs.change(connection, key, state=RunState.FINISHED)
    assert runs.find(connection, key) is None


def test_pull_requests_are_found_by_their_head(connection: sa.Connection, now: datetime) -> None:
    """Two pull requests may have one head; each is known by its newest attempt."""
    runs.insert(connection, HEAD, 1, None, now)
    runs.insert(connection, replace(HEAD, base_sha="d" * 40), 2, None, now)
    runs.insert(connection, replace(HEAD, pull=2), 1, None, now)
    runs.insert(connection, replace(HEAD, head_sha="c" * 40, pull=9), 1, None, now)
    assert runs.heads_with(connection, 7, HEAD.head_sha) == [replace(HEAD, pull=2), replace(HEAD, base_sha="d" * 40)]
    assert runs.heads_with(connection, 8, HEAD.head_sha) == []


def test_runs_are_listed_by_pull_request_and_by_state(connection: sa.Connection, now: datetime) -> None:
    attempts(connection, now, RunState.BROKEN, RunState.ENQUEUED)
    runs.insert(connection, replace(HEAD, pull=4), 1, None, now)
    assert [run.attempt for run in runs.of_pull(connection, 7, 3)] == [1, 2]
    assert {run.pull for run in runs.in_state(connection, RunState.ENQUEUED)} == {3, 4}
    assert [run.pull for run in runs.in_state(connection, RunState.BROKEN, RunState.FINISHED)] == [3]


def test_the_run_that_is_shown_is_the_newest_with_a_conclusion(connection: sa.Connection, now: datetime) -> None:
    """One that is at work, or that ended without a result, leaves the result before it standing."""
    assert runs.shown(connection, 7, 3) is None
    attempts(connection, now, F, F, S, R)
    assert runs.shown(connection, 7, 3) is None
    for number in (1, 2):
        key = RunKey.of(RepositoryId(7), 3, CommitSha(HEAD.head_sha), number)
        runs.change(connection, key, conclusion=Conclusion.ROWS_LEFT, started_at=now + timedelta(seconds=number))
    shown = runs.shown(connection, 7, 3)
    assert shown is not None
    assert shown.attempt == 2
    later = runs.insert(connection, replace(HEAD, head_sha="c" * 40), 1, None, now)
    runs.change(connection, later, state=R, started_at=now + timedelta(seconds=5), conclusion=Conclusion.NOTHING_LEFT)
    assert runs.shown(connection, 7, 3) == runs.find(connection, later)
    assert runs.shown(connection, 7, 4) is None


def test_a_head_has_each_attempt_once(connection: sa.Connection, now: datetime) -> None:
    """The database itself refuses a second row of the same name."""
    runs.insert(connection, HEAD, 1, None, now)
    with pytest.raises(sa.exc.IntegrityError):
        runs.insert(connection, HEAD, 1, None, now)


def test_a_key_is_what_it_spells(connection: sa.Connection, now: datetime) -> None:
    key = runs.insert(connection, HEAD, 1, None, now)
    assert key == RunKey(repository_id=7, pull=3, head_sha="a" * 40, attempt=1)
    assert key.text == f"7/3/{'a' * 40}/1"
