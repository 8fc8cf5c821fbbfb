"""Installations, repositories, pull requests, leases and whether a run may go on."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.models.decision import PullFacts, RepositoryFacts
from bot.models.names import CommitSha, RepositoryId
from bot.models.run_key import RunKey
from bot.store import installations, leases, pulls, removals, runs
from bot.store.installations import Installation, Repository
from bot.store.leases import Lease
from bot.store.removals import Removal
from bot.store.standing import reason_to_stop

FACTS = RepositoryFacts(id=7, full_name="octo/app", private=True, default_branch="main")
KEY = RunKey.of(RepositoryId(7), 3, CommitSha("a" * 40), 1)


def pull(now: datetime, *, closed: bool, minutes: int = 0) -> PullFacts:
    return PullFacts(
        number=3, head_sha="a" * 40, base_sha="b" * 40, closed=closed, updated_at=now + timedelta(minutes=minutes)
    )


@pytest.fixture
def running(connection: sa.Connection, now: datetime) -> sa.Connection:
    """A run of an open pull request in a repository that can be reached."""
    installations.put_installation(connection, 5, "octo")
    installations.put_repository(connection, 5, FACTS)
    pulls.note_pull(connection, 7, pull(now, closed=False))
    runs.insert(connection, runs.Head(7, 3, "a" * 40, "b" * 40), 1, None, now)
    return connection


def test_an_installation_becomes_known_and_may_be_renamed(connection: sa.Connection) -> None:
    assert installations.installation(connection, 5) is None
    installations.put_installation(connection, 5, "octo")
    installations.set_suspended(connection, 5, suspended=True)
    known = installations.put_installation(connection, 5, "octo-org")
    assert known == Installation(5, "octo-org", suspended=True, deleted=False)
    assert installations.installation(connection, 5) == known
    assert not known.works


def test_a_deleted_installation_does_not_come_back(connection: sa.Connection) -> None:
    """A delivery that was on its way meanwhile names it once more; its account is not kept either."""
    installations.put_installation(connection, 5, "octo")
    installations.mark_deleted(connection, 5)
    assert installations.put_installation(connection, 5, "octo") == Installation(5, "", suspended=False, deleted=True)
    installations.mark_deleted(connection, 6)
    assert installations.installation(connection, 6) == Installation(6, "", suspended=False, deleted=True)


def test_a_repository_takes_new_facts_and_keeps_its_default_branch(running: sa.Connection) -> None:
    """The short form of the installation events names no default branch."""
    renamed = RepositoryFacts(id=7, full_name="octo/renamed", private=False, default_branch=None)
    installations.put_repository(running, 5, renamed)
    # What is private stays so: the payload may be from before.
    renamed_one = Repository(7, 5, "octo/renamed", private=True, default_branch="main")
    assert installations.repository(running, 7) == renamed_one
    assert installations.repositories_of(running, 5) == (7,)
    assert installations.known_repositories(running, 5) == (renamed_one,)


def test_who_may_see_a_repository_is_what_was_said_of_the_latest_moment(running: sa.Connection, now: datetime) -> None:
    """Deliveries overtake one another; of two words of one second private counts, and an open one closes at any word."""

    def private_after(*words: tuple[bool, int]) -> bool:
        for private, minutes in words:
            installations.set_visibility(running, 7, private=private, since=now + timedelta(minutes=minutes))
        known = installations.repository(running, 7)
        assert known is not None
        return known.private

    assert not private_after((False, 5))
    assert private_after((True, 5))
    assert private_after((False, 4), (False, 5))
    assert not private_after((False, 6), (True, 5))
    installations.put_repository(running, 5, FACTS)
    assert private_after()


def test_a_dropped_repository_takes_its_rows_along(running: sa.Connection, now: datetime) -> None:
    """Runs, pull requests and leases go, the neighbour's stay."""
    installations.put_repository(running, 5, FACTS.model_copy(update={"id": 8}))
    runs.insert(running, runs.Head(8, 1, "c" * 40, "b" * 40), 1, None, now)
    leases.take(running, Lease(7, 3, KEY.text, "sqlite", now))
    installations.drop_repository(running, 7)
    assert installations.repository(running, 7) is None
    assert leases.lease(running, 7, 3) is None
    assert runs.find(running, KEY) is None
    assert len(runs.of_pull(running, 8, 1)) == 1


def test_a_removed_repository_stays_removed_until_it_is_given_back(connection: sa.Connection, now: datetime) -> None:
    """And, while something of it is left, until that is deleted; only by the workflow that was last asked to."""
    first, second = Removal(RepositoryId(7), "forget/7/a"), Removal(RepositoryId(7), "forget/7/b")
    removals.begin(connection, first, now)
    assert not removals.give_back(connection, 7)
    removals.begin(connection, first, now)
    assert removals.hand_on(connection, first, second.workflow_id)
    assert not removals.hand_on(connection, first, "forget/7/c")
    removals.end(connection, first)
    assert removals.pending(connection) == [second]
    assert removals.is_removed(connection, 7, after=now + timedelta(hours=1))  # whatever GitHub lists meanwhile
    removals.end(connection, second)
    assert not removals.is_removed(connection, 7, after=now + timedelta(hours=1))
    assert removals.pending(connection) == []
    assert removals.is_removed(connection, 7)
    assert removals.give_back(connection, 7)
    assert not removals.is_removed(connection, 7)
    removals.begin(connection, first, now)
    assert not removals.give_back(connection, 7)
    removals.end(connection, first)
    assert not removals.is_removed(connection, 7)


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        pytest.param([(True, 1)], True, id="closed"),
        pytest.param([(True, 1), (False, 2)], False, id="closed, then opened again"),
        pytest.param([(False, 1), (True, 0)], False, id="opened again, and the closing arrives late"),
        pytest.param([(False, 1), (True, 1)], False, id="both in one second: that it is open"),
        pytest.param([(True, 1), (False, 1)], False, id="both in one second, the other way round"),
    ],
)
def test_the_latest_word_about_a_pull_request_counts(
    running: sa.Connection, now: datetime, words: list[tuple[bool, int]], *, closed: bool
) -> None:
    for is_closed, minutes in words:
        pulls.note_pull(running, 7, pull(now, closed=is_closed, minutes=minutes))
    assert pulls.is_closed(running, 7, 3) is closed


def test_a_pull_request_that_nobody_spoke_of_is_open(connection: sa.Connection) -> None:
    assert not pulls.is_closed(connection, 7, 99)


def test_a_lease_has_one_holder(running: sa.Connection, now: datetime) -> None:
    """The second is told who has it; only the holder gives it up."""
    first = Lease(7, 3, KEY.text, "sqlite", now)
    second = replace(first, holder="another")
    assert leases.take(running, first) == first
    assert leases.take(running, second) == first
    assert not leases.release(running, 7, 3, "another")
    assert leases.release(running, 7, 3, KEY.text)
    assert leases.take(running, second) == second


def test_a_run_goes_on_while_nothing_speaks_against_it(running: sa.Connection) -> None:
    assert reason_to_stop(running, KEY) is None


@pytest.mark.parametrize(
    ("what", "word"),
    [
        pytest.param("closed", "closed", id="the pull request was closed"),
        pytest.param("suspended", "suspended", id="the installation was suspended"),
        pytest.param("deleted", "uninstalled", id="the installation was deleted"),
        pytest.param("removed", "no longer there", id="the repository was taken away and its rows are still there"),
        pytest.param("dropped", "no longer there", id="the repository and its rows are gone"),
    ],
)
def test_a_run_is_told_why_it_ends(running: sa.Connection, now: datetime, what: str, word: str) -> None:
    changes = {
        "closed": lambda: pulls.note_pull(running, 7, pull(now, closed=True, minutes=1)),
        "suspended": lambda: installations.set_suspended(running, 5, suspended=True),
        "deleted": lambda: installations.mark_deleted(running, 5),
        "removed": lambda: removals.begin(running, Removal(RepositoryId(7), "forget/7/a"), now),
        "dropped": lambda: installations.drop_repository(running, 7),
    }
    changes[what]()
    assert word in (reason_to_stop(running, KEY) or "")
