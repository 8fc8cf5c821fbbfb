"""Retention by age: what is too old goes, rows and files; what an open pull request still shows stays."""

import os
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.models.decision import PullFacts, RepositoryFacts
from bot.models.names import CommitSha, DeliveryId, PackId, RepositoryId, RunId
from bot.models.run_ids import made_run_id
from bot.models.run_key import RunKey
from bot.store import branch_scans, commands, deliveries, expiry, installations, pulls, runs
from bot.store.artifacts import RunFolder
from bot.store.branch_scans import UsageCount
from bot.store.deliveries import Delivery, Subject
from bot.vocabulary import CommandState, Conclusion, DeliveryOutcome, RunState
from bot.workflows.clean_up import Cleaned, CleanUp
from tests.store.test_conversation import GIVEN
from tests.webhooks.runs import FILES
from tests.workflows.desk import NOW, Bench

REPOSITORY = RepositoryId(7)
LONG_AGO, OLD, RECENT = (NOW - timedelta(days=days) for days in (120, 100, 5))
OPEN, CLOSED, OTHER = 3, 4, 5


@pytest.fixture
def clean_up(table: Bench) -> CleanUp:
    with table.desk.database.write() as connection:
        installations.put_installation(connection, 5, "octo")
        facts = RepositoryFacts(id=7, full_name="octo/app", private=True, default_branch="main")
        installations.put_repository(connection, 5, facts)
        for number, closed, at in ((OPEN, False, LONG_AGO), (CLOSED, True, OLD), (OTHER, True, RECENT)):
            pull = PullFacts(number=number, head_sha="a" * 40, base_sha="b" * 40, closed=closed, updated_at=at)
            pulls.note_pull(connection, 7, pull)
    return CleanUp(table.desk.database, table.artifacts, table.desk.enqueuer, 90, lambda: NOW)


def ran(table: Bench, pull: int, head: str, at: datetime, digit: str) -> RunId:
    """A finished run with its folder and what it offers."""
    run_id = made_run_id(at, digit * 8)
    key = RunKey.of(REPOSITORY, pull, CommitSha(head * 40), 1)
    with table.desk.database.write() as connection:
        runs.insert(connection, runs.Head(7, pull, head * 40, "b" * 40), 1, None, at)
        ending = {"conclusion": Conclusion.NOTHING_LEFT, "started_at": at, "finished_at": at, "run_id": run_id}
        runs.change(connection, key, state=RunState.FINISHED, **ending)
    table.artifacts.put_run(RunFolder(7, run_id), FILES, b"PK")
    table.artifacts.put_offering(RunFolder(7, run_id), b"{}", [])
    return run_id


def test_old_runs_go_and_the_newest_of_an_open_pull_request_stays(clean_up: CleanUp, table: Bench) -> None:
    """Twice is as once; what a killed process left without a row goes by the time in its name."""
    overtaken = ran(table, OPEN, "a", LONG_AGO, "1")
    newest = ran(table, OPEN, "c", OLD, "2")
    of_a_closed_one = ran(table, CLOSED, "d", LONG_AGO, "3")
    just_closed = ran(table, OTHER, "e", RECENT, "4")
    torn = made_run_id(LONG_AGO, "5" * 8)
    table.artifacts.put_offering(RunFolder(7, torn), b"{}", [])
    kept = (newest, just_closed)
    assert table.artifacts.runs_of(7) == tuple(sorted((overtaken, of_a_closed_one, torn, *kept)))
    assert clean_up.carry_out() == Cleaned(runs=3, failed=0)
    assert clean_up.carry_out() == Cleaned(runs=0, failed=0)
    assert table.artifacts.runs_of(7) == tuple(sorted(kept))
    with table.desk.database.read() as connection:
        assert {run.run_id for run in runs.newest_of(connection, 7, 9)} == set(kept)
        assert expiry.kept_runs(connection, REPOSITORY) == set(kept)
        assert runs.find_by_run_id(connection, of_a_closed_one) is None
        assert runs.shown(connection, 7, OPEN) is not None


def test_what_belongs_to_no_run_goes_by_its_own_age(clean_up: CleanUp, table: Bench) -> None:
    """Commands that ended, deliveries without a body, answers of a model, what steps handed on, counts of a day."""
    key = RunKey.of(REPOSITORY, OPEN, CommitSha("a" * 40), 1)
    left, fresh = table.artifacts.put_blob(key, b"left"), table.artifacts.put_blob(key.next_attempt(), b"fresh")
    table.artifacts.put_answer(7, "f" * 64, b"{}")
    for path in table.folder.rglob("*"):
        if path.name in {left, "f" * 64}:
            os.utime(path, (LONG_AGO.timestamp(), LONG_AGO.timestamp()))
    pack = [UsageCount(PackId("x"), None, 3)]
    with table.desk.database.write() as connection:
        for number, (at, state) in enumerate(
            [(OLD, CommandState.DONE), (OLD, CommandState.BROKEN), (RECENT, CommandState.DONE)]
        ):
            commands.admit(connection, replace(GIVEN, id=f"command/{number}", state=state, finished_at=at))
        for guid, at in (("old", OLD), ("recent", RECENT)):
            deliveries.insert(connection, Delivery(DeliveryId(guid), "ping", {}, b"{}", at))
            whom = Subject(None, None, None)
            deliveries.finish(connection, DeliveryId(guid), DeliveryOutcome.RECORDED, None, whom, at)
        deliveries.forget_bodies_before(connection, NOW)
        for sha, at in (("1", OLD), ("2", OLD + timedelta(hours=1)), ("3", RECENT), ("4", RECENT)):
            scan = branch_scans.admit(connection, 7, sha * 40, at)
            assert scan is not None
            branch_scans.put_counts(connection, scan, pack)
            branch_scans.change(connection, scan, state=RunState.FINISHED)
    clean_up.carry_out()
    assert table.artifacts.read_blob(key, left) is None
    assert table.artifacts.read_blob(key.next_attempt(), fresh) == b"fresh"
    assert table.artifacts.read_answer(7, "f" * 64) is None
    with table.desk.database.write() as connection:
        assert [one.id for one in commands.of_pull(connection, 7, GIVEN.pull)] == ["command/1", "command/2"]
        assert deliveries.progress(connection, DeliveryId("old")) is None
        assert deliveries.progress(connection, DeliveryId("recent")) is not None
        assert [(one.sha[0], len(one.counts)) for one in branch_scans.history(connection, 7)] == [
            ("2", 1),
            ("3", 1),
            ("4", 1),
        ]
        assert commands.forget_lines_before(connection, NOW) == 1
        assert {one.id: one.lines for one in commands.of_pull(connection, 7, GIVEN.pull)} == {
            "command/1": GIVEN.lines,
            "command/2": "",
        }


def test_a_closed_pull_request_leaves_only_what_was_asked_of_it(clean_up: CleanUp, table: Bench) -> None:
    """Muted, it is still muted when it is opened again; nothing else says that it was ever there."""
    with table.desk.database.write() as connection:
        pulls.set_muted(connection, 7, CLOSED, muted=True)
    clean_up.carry_out()
    with table.desk.database.read() as connection:
        numbers = connection.execute(sa.text("SELECT number FROM pulls ORDER BY number")).scalars().all()
        assert numbers == [OPEN, CLOSED, OTHER]
        assert pulls.is_muted(connection, 7, CLOSED)


def test_records_of_workflows_go_by_age_too(clean_up: CleanUp, table: Bench) -> None:
    """Those that have ended; the one that waits stays."""
    with table.desk.database.write() as connection:
        for number, at in ((1, OLD), (2, RECENT), (3, OLD)):
            head = runs.Head(7, OTHER, "a" * 39 + str(number), "b" * 40)
            table.desk.enqueuer.run(connection, runs.insert(connection, head, 1, None, RECENT))
            ended = {"status": "SUCCESS" if number < 3 else "ENQUEUED", "at": int(at.timestamp() * 1000)}
            sha = {"sha": f"%{head.head_sha}%"}
            query = "UPDATE workflow_status SET status = :status, completed_at = :at WHERE workflow_uuid LIKE :sha"
            connection.execute(sa.text(query), {**ended, **sha})
    clean_up.carry_out()
    assert [one.split("/")[2][-1] for one in table.enqueued()] == ["2", "3"]
