"""Carrying deliveries out: runs are enqueued once, states are recorded, and what is to be forgotten is gone."""

import json
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models.decision import Decision, RepositoryFacts, nothing
from bot.models.names import DeliveryId, RepositoryId
from bot.models.run_key import RunKey
from bot.store import deliveries, installations, pulls, runs
from bot.store.artifacts import RunFolder
from bot.store.deliveries import Progress
from bot.store.leases import Lease, take
from bot.store.tables import deliveries as table_of_deliveries
from bot.vocabulary import DeliveryOutcome, RunState
from bot.workflows.delivery import Decide, delivery_workflow, parsed_body
from bot.workflows.enqueue import LANES
from tests.webhooks import payloads
from tests.webhooks.payloads import HEAD, Payload
from tests.webhooks.runs import FILES, RUN_ID
from tests.webhooks.serving import APP_ID, locked
from tests.workflows.desk import NOW, Bench, bench
from webhooks.events.handlers import decide
from webhooks.events.payload import Repository

DECIDE: Decide = partial(decide, app_id=APP_ID)


class Clerk:
    """Delivers and carries out at once; deliveries are numbered."""

    def __init__(self, table: Bench, deciding: Decide = DECIDE) -> None:
        self.table = table
        self.workflow = delivery_workflow(table.desk, deciding)
        self.count = 0

    def deliver(self, event: str, payload: object) -> str:
        return self.deliver_bytes(event, json.dumps(payload).encode())

    def deliver_bytes(self, event: str, body: bytes) -> str:
        self.count += 1
        return self.carry_out(self.table.keep(f"guid-{self.count}", event, body))

    def carry_out(self, guid: str) -> str:
        outcome: str = self.workflow.function(guid)["outcome"]
        return outcome

    def body(self, number: int) -> bytes | None:
        with self.table.desk.database.read() as connection:
            query = sa.select(table_of_deliveries.c.body).where(table_of_deliveries.c.guid == f"guid-{number}")
            body: bytes | None = connection.execute(query).scalar_one()
            return body

    def state(self, key: str, state: RunState) -> None:
        repository, pull, head, attempt = key.split("/")
        run = RunKey(repository_id=int(repository), pull=int(pull), head_sha=head, attempt=int(attempt))
        with self.table.desk.database.write() as connection:
            assert runs.change(connection, run, state=state)


@pytest.fixture
def clerk(table: Bench) -> Clerk:
    return Clerk(table)


def opened(**change: Any) -> Payload:
    return payloads.pull_request("opened", **change)


def key(head: str = HEAD, attempt: int = 1, pull: int = 3) -> str:
    return f"7/{pull}/{head}/{attempt}"


def test_a_new_head_is_enqueued_in_a_lane_of_its_installation(clerk: Clerk, table: Bench) -> None:
    """Without a partition the workflow would wait for ever, so it is part of what is checked."""
    assert clerk.deliver("pull_request", opened()) == DeliveryOutcome.RUN_ENQUEUED
    assert table.enqueued() == {key(): "installation 5, lane 2"}
    with table.desk.database.read() as connection:
        (run,) = runs.of_pull(connection, 7, 3)
        repository = installations.repository(connection, 7)
    assert (run.key.text, run.trigger, run.state, run.created_at) == (key(), "guid-1", RunState.ENQUEUED, NOW)
    assert repository is not None
    assert (repository.full_name, repository.installation_id, repository.default_branch) == ("octo/app", 5, "main")


def test_many_pull_requests_of_one_installation_share_a_few_lanes(table: Bench) -> None:
    """The next run is taken from any lane by chance (DBOS): they stand before another installation's for a few turns."""
    desk = table.desk
    with desk.database.write() as connection:
        installations.put_installation(connection, 5, "octo")
        installations.put_installation(connection, 6, "other")
        for owner, number in ((5, 7), (5, 8), (6, 9)):
            facts = RepositoryFacts(id=number, full_name=f"o/{number}", private=True, default_branch="main")
            installations.put_repository(connection, owner, facts)
        for repository in (7, 8, 9):
            for pull in range(1, 21):
                for attempt in (1, 2):
                    run = RunKey(repository_id=repository, pull=pull, head_sha=HEAD, attempt=attempt)
                    desk.enqueuer.run(connection, run)
    lanes = table.enqueued()
    assert len({where for one, where in lanes.items() if not one.startswith("9/")}) == LANES
    assert not {lanes[f"7/{pull}/{HEAD}/1"] for pull in range(1, 21)} & {lanes[f"9/{pull}/{HEAD}/1"] for pull in (1, 2)}
    assert all(lanes[f"7/{pull}/{HEAD}/1"] == lanes[f"7/{pull}/{HEAD}/2"] for pull in range(1, 21))


@pytest.mark.parametrize("action", ["opened", "synchronize", "reopened", "ready_for_review"])
def test_one_head_is_enqueued_once_by_whatever_events(clerk: Clerk, table: Bench, action: str) -> None:
    """Duplicated by two hooks under two ids, or by an event that says the same."""
    clerk.deliver("pull_request", opened())
    assert clerk.deliver("pull_request", payloads.pull_request(action)) == DeliveryOutcome.IGNORED_UNCHANGED
    clerk.state(key(), RunState.FINISHED)
    assert clerk.deliver("pull_request", payloads.pull_request(action)) == DeliveryOutcome.IGNORED_UNCHANGED
    assert list(table.enqueued()) == [key()]


def test_carrying_a_delivery_out_twice_is_once(clerk: Clerk, table: Bench) -> None:
    """A process killed after the commit and before DBOS knew runs the workflow again."""
    clerk.deliver("pull_request", opened())
    assert clerk.carry_out("guid-1") == DeliveryOutcome.RUN_ENQUEUED
    assert list(table.enqueued()) == [key()]


def test_a_failed_rerun_delivery_adds_one_attempt_however_often_it_is_retried(clerk: Clerk, table: Bench) -> None:
    """Its outcome was lost, its run was not."""
    clerk.deliver("pull_request", opened())
    clerk.state(key(), RunState.FINISHED)
    assert clerk.deliver("check_suite", payloads.check_suite("rerequested")) == DeliveryOutcome.RUN_ENQUEUED
    clerk.state(key(attempt=2), RunState.FINISHED)
    with table.desk.database.write() as connection:
        deliveries.begin_attempt(connection, DeliveryId("guid-2"), 2)
    assert clerk.carry_out("guid-2") == DeliveryOutcome.IGNORED_UNCHANGED
    assert list(table.enqueued()) == [key(), key(attempt=2)]


def test_another_base_adds_an_attempt(clerk: Clerk, table: Bench) -> None:
    clerk.deliver("pull_request", opened())
    clerk.state(key(), RunState.RUNNING)
    rebased = payloads.pull_request("edited") | {"changes": {"base": {"ref": {"from": "old"}, "sha": {"from": HEAD}}}}
    assert clerk.deliver("pull_request", rebased) == DeliveryOutcome.RUN_ENQUEUED
    assert list(table.enqueued()) == [key(), key(attempt=2)]


def test_the_button_of_one_run_is_for_its_pull_request_and_that_of_the_suite_for_all(
    clerk: Clerk, table: Bench
) -> None:
    """Two pull requests with one head."""
    for pull in (3, 4):
        clerk.deliver("pull_request", opened(number=pull))
        clerk.state(key(pull=pull), RunState.FINISHED)
    assert clerk.deliver("check_run", payloads.check_run("rerequested", key(pull=4))) == DeliveryOutcome.RUN_ENQUEUED
    assert set(table.enqueued()) == {key(), key(pull=4), key(pull=4, attempt=2)}
    clerk.state(key(pull=4, attempt=2), RunState.FINISHED)
    assert clerk.deliver("check_suite", payloads.check_suite("rerequested")) == DeliveryOutcome.RUN_ENQUEUED
    assert set(table.enqueued()) >= {key(attempt=2), key(pull=4, attempt=3)}


def test_the_button_of_an_unknown_head_or_a_closed_pull_request_does_nothing(clerk: Clerk, table: Bench) -> None:
    assert clerk.deliver("check_suite", payloads.check_suite("rerequested")) == DeliveryOutcome.IGNORED_NO_HEAD
    clerk.deliver("pull_request", opened())
    clerk.deliver("pull_request", payloads.pull_request("closed", state="closed", updated_at="2026-11-30T12:05:00Z"))
    assert clerk.deliver("check_suite", payloads.check_suite("rerequested")) == DeliveryOutcome.IGNORED_NO_HEAD
    assert list(table.enqueued()) == [key()]


def test_closing_marks_the_pull_request_and_reopening_lifts_it(clerk: Clerk, table: Bench) -> None:
    clerk.deliver("pull_request", opened())
    closed = payloads.pull_request("closed", state="closed", updated_at="2026-11-30T12:05:00Z")
    assert clerk.deliver("pull_request", closed) == DeliveryOutcome.RECORDED
    with table.desk.database.read() as connection:
        assert pulls.is_closed(connection, 7, 3)
    clerk.state(key(), RunState.DROPPED)
    reopened = payloads.pull_request("reopened", updated_at="2026-11-30T12:10:00Z")
    assert clerk.deliver("pull_request", reopened) == DeliveryOutcome.RUN_ENQUEUED
    assert list(table.enqueued()) == [key(), key(attempt=2)]


def test_a_delivery_from_before_the_closing_starts_nothing(clerk: Clerk, table: Bench) -> None:
    """It arrives late: what GitHub said last counts, not what arrived last."""
    closed = payloads.pull_request("closed", state="closed", updated_at="2026-11-30T12:05:00Z")
    clerk.deliver("pull_request", closed)
    assert clerk.deliver("pull_request", opened()) == DeliveryOutcome.IGNORED_NO_HEAD
    assert table.enqueued() == {}


@pytest.mark.parametrize("actions", [("closed", "reopened"), ("reopened", "closed")])
def test_of_two_words_of_one_second_open_wins(clerk: Clerk, table: Bench, actions: tuple[str, str]) -> None:
    """GitHub's times are whole seconds. A run too many asks GitHub and stops; one too few would never be noticed."""
    clerk.deliver("pull_request", opened())
    for action in actions:
        state = "closed" if action == "closed" else "open"
        clerk.deliver("pull_request", payloads.pull_request(action, state=state, updated_at="2026-11-30T12:05:00Z"))
    with table.desk.database.read() as connection:
        assert not pulls.is_closed(connection, 7, 3)


def test_heads_that_arrive_in_the_wrong_order_are_all_enqueued(clerk: Clerk, table: Bench) -> None:
    """Which of them is the newest is asked of GitHub by the run."""
    for head, at in (("c" * 40, "2026-11-30T12:10:00Z"), (HEAD, "2026-11-30T12:00:00Z")):
        moved = payloads.pull_request("synchronize", head=head, updated_at=at)
        assert clerk.deliver("pull_request", moved) == DeliveryOutcome.RUN_ENQUEUED
    assert set(table.enqueued()) == {key("c" * 40), key()}


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_duplicates_in_any_order_give_each_head_one_run(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    """Five heads, each told several times by several events and GUIDs, shuffled."""
    heads = [digit * 40 for digit in "abcde"]
    told = [
        payloads.pull_request(action, number=3 + index % 2, head=head, updated_at=f"2026-11-30T12:0{index}:00Z")
        for index, head in enumerate(heads)
        for action in ("opened", "synchronize", "reopened", "ready_for_review", "synchronize")
    ]
    with bench(tmp_path_factory.mktemp("shuffled")) as table:
        clerk = Clerk(table)
        for payload in data.draw(st.permutations(told)):
            clerk.deliver("pull_request", payload)
        assert set(table.enqueued()) == {key(head, pull=3 + index % 2) for index, head in enumerate(heads)}


def test_a_suspended_installation_gets_nothing_until_it_is_lifted(clerk: Clerk, table: Bench) -> None:
    """And the body of what came meanwhile is not kept."""
    assert clerk.deliver("installation", payloads.installation("suspend")) == DeliveryOutcome.RECORDED
    assert clerk.deliver("pull_request", opened()) == DeliveryOutcome.IGNORED_SUSPENDED
    assert clerk.body(2) is None
    assert clerk.deliver("installation", payloads.installation("unsuspend")) == DeliveryOutcome.RECORDED
    assert clerk.deliver("pull_request", opened()) == DeliveryOutcome.RUN_ENQUEUED


def test_no_repository_of_a_suspended_installation_counts_as_public(clerk: Clerk, table: Bench) -> None:
    """Until GitHub was asked again, which is only done for one that works."""
    created = payloads.installation("created")
    created["repositories"] = [payloads.short_repository(8, "octo/open")]
    clerk.deliver("installation", created)

    def private() -> bool:
        with table.desk.database.read() as connection:
            known = installations.repository(connection, 8)
        assert known is not None
        return known.private

    assert not private()
    clerk.deliver("installation", payloads.installation("suspend"))
    clerk.deliver("installation", payloads.installation("unsuspend"))
    assert private()


def test_states_of_repositories_are_recorded(clerk: Clerk, table: Bench) -> None:
    clerk.deliver("installation", payloads.installation("created"))
    renamed = payloads.in_repository("renamed")
    renamed["repository"] = payloads.repository(full_name="octo/renamed")
    assert clerk.deliver("repository", renamed) == DeliveryOutcome.RECORDED
    with table.desk.database.read() as connection:
        repository = installations.repository(connection, 7)
    assert repository is not None
    assert (repository.full_name, repository.private) == ("octo/renamed", True)


def leave_traces(clerk: Clerk, repository: int, full_name: str) -> None:
    """A run with its folder, blobs, bare repository and lease, and deliveries with bodies."""
    desk = clerk.table.desk
    payload = opened()
    payload["repository"] = payloads.repository(repository, full_name)
    clerk.deliver("pull_request", payload)
    run = RunKey(repository_id=repository, pull=3, head_sha=HEAD, attempt=1)
    with desk.database.write() as connection:
        runs.change(connection, run, state=RunState.FINISHED)
        take(connection, Lease(repository, 3, run.text, "sqlite", NOW))
    clerk.table.artifacts.put_run(RunFolder(repository, RUN_ID), FILES, b"PK")
    clerk.table.artifacts.put_blob(run, b"handed on")
    objects = clerk.table.cache.git_dir(RepositoryId(repository)) / "objects"
    objects.mkdir(parents=True)
    (objects / "pack").write_bytes(b"code")


def traces(table: Bench, repository: int) -> list[str]:
    """Where the repository still is."""
    files = (f"/{path.relative_to(table.folder)}" for path in table.folder.rglob("*") if path.is_file())
    found = [path for path in files if f"/{repository}" in path]
    for name in ("repositories", "pulls", "runs", "leases"):
        column = "id" if name == "repositories" else "repository_id"
        query = sa.text(f"SELECT count(*) FROM {name} WHERE {column} = :id")  # noqa: S608 (our own names)
        with table.desk.database.read() as connection:
            found += [name] * bool(connection.execute(query, {"id": repository}).scalar())
    query = sa.text("SELECT guid FROM deliveries WHERE repository_id = :id AND body IS NOT NULL")
    with table.desk.database.read() as connection:
        return found + list(connection.execute(query, {"id": repository}).scalars())


def end_all(table: Bench) -> None:
    """Every workflow that waits has ended, as if somebody had carried it out."""
    with table.desk.database.write() as connection:
        connection.execute(sa.text("UPDATE workflow_status SET status = 'SUCCESS'"))


def test_uninstalling_forgets_everything_about_its_repositories(clerk: Clerk, table: Bench) -> None:
    """Rows, folders, blobs, bare repositories and bodies; the neighbour of another installation keeps its own."""
    leave_traces(clerk, 7, "octo/app")
    leave_traces(clerk, 8, "octo/other")
    with table.desk.database.write() as connection:
        installations.put_installation(connection, 6, "neighbour")
        installations.put_repository(connection, 6, Repository.read(payloads.repository(70, "neighbour/app")).facts)
    table.artifacts.put_run(RunFolder(70, RUN_ID), FILES, b"PK")
    assert len(traces(table, 7)) > 8
    assert clerk.deliver("installation", payloads.installation("deleted")) == DeliveryOutcome.RECORDED
    end_all(table)
    table.forget()
    assert [path for path in traces(table, 7) if "/70" not in path] == []
    assert traces(table, 8) == []
    assert table.artifacts.files_of(RunFolder(70, RUN_ID)) != ()
    assert clerk.body(3) is None
    assert clerk.deliver("pull_request", opened()) == DeliveryOutcome.IGNORED_SUSPENDED
    assert traces(table, 8) == []


def test_removing_a_repository_forgets_it_and_no_other(clerk: Clerk, table: Bench) -> None:
    leave_traces(clerk, 7, "octo/app")
    leave_traces(clerk, 8, "octo/other")
    kept = traces(table, 7)
    removed = payloads.installation_repositories("removed", [], [payloads.short_repository(8, "octo/other")])
    assert clerk.deliver("installation_repositories", removed) == DeliveryOutcome.RECORDED
    table.forget()
    assert traces(table, 8) == []
    assert traces(table, 7) == kept
    assert clerk.body(3) is None


def test_a_removed_repository_does_not_come_back_by_a_late_delivery(clerk: Clerk, table: Bench) -> None:
    """But when it is added again, as soon as nothing of it is left from before: until then nothing is done for it."""
    short = payloads.short_repository(7, "octo/app")
    clerk.deliver("pull_request", opened())
    clerk.deliver("installation_repositories", payloads.installation_repositories("removed", [], [short]))
    assert clerk.deliver("pull_request", opened(head="c" * 40)) == DeliveryOutcome.IGNORED_SUSPENDED
    assert traces(table, 7) == []
    clerk.deliver("installation_repositories", payloads.installation_repositories("added", [short], []))
    assert clerk.deliver("pull_request", opened(head="c" * 40)) == DeliveryOutcome.IGNORED_SUSPENDED
    end_all(table)
    table.forget()
    assert clerk.deliver("pull_request", opened(head="c" * 40)) == DeliveryOutcome.RUN_ENQUEUED


def test_a_repository_that_moved_is_not_forgotten_when_its_old_owner_loses_it(clerk: Clerk, table: Bench) -> None:
    """The removal from the old installation arrives after the arrival at the new one."""
    leave_traces(clerk, 7, "octo/app")
    moved = payloads.in_repository("transferred") | {"installation": {"id": 6}}
    moved["repository"] = payloads.repository(7, "new-owner/app")
    clerk.deliver("repository", moved)
    before = traces(table, 7)
    removed = payloads.installation_repositories("removed", [], [payloads.short_repository(7, "octo/app")])
    clerk.deliver("installation_repositories", removed)
    clerk.deliver("installation", payloads.installation("deleted"))
    assert [found for found in before if found not in traces(table, 7)] == ["guid-1"]
    with table.desk.database.read() as connection:
        repository = installations.repository(connection, 7)
    assert repository is not None
    assert (repository.installation_id, repository.full_name) == (6, "new-owner/app")


def test_a_removal_ends_once_nothing_is_at_work_there(clerk: Clerk, table: Bench) -> None:
    """What a run leaves that was at work meanwhile goes, too; killed anywhere, the sweep has it done again."""
    leave_traces(clerk, 7, "octo/app")
    clerk.deliver("installation", payloads.installation("deleted"))
    assert [path for path in traces(table, 7) if not path.startswith("/")] == []  # the rows go at once
    table.forget()
    table.artifacts.put_run(RunFolder(7, RUN_ID), FILES, b"PK")
    assert table.forgetting.go_on() == 0  # its workflow has not ended: this is the one that was killed
    end_all(table)
    assert table.forgetting.go_on() == 1
    table.forget()
    assert traces(table, 7) == []
    end_all(table)
    assert table.forgetting.go_on() == 0
    assert [one for one in table.enqueued() if one.startswith("7/")] == []


def test_a_delivery_of_a_repositorys_own_hook_is_not_kept(clerk: Clerk) -> None:
    payload = opened()
    del payload["installation"]
    assert clerk.deliver("pull_request", payload) == DeliveryOutcome.IGNORED_NO_INSTALLATION
    assert clerk.body(1) is None


def test_a_handler_that_breaks_costs_its_own_delivery(
    clerk: Clerk, table: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    """The outcome says so, the log has the cause and not the payload."""

    def broken(event: str, payload: Any) -> Decision:
        raise RuntimeError(event)

    failing = Clerk(table, broken)
    assert failing.deliver("star", {"private": "code-91aa"}) == DeliveryOutcome.FAILED_DELIVERY
    with table.desk.database.read() as connection:
        found = deliveries.progress(connection, DeliveryId("guid-1"))
    assert found == Progress(1, DeliveryOutcome.FAILED_DELIVERY)
    assert "RuntimeError" in caplog.text
    assert "code-91aa" not in caplog.text
    assert clerk.carry_out("guid-1") == DeliveryOutcome.IGNORED_EVENT


def test_a_database_that_is_away_is_an_outcome(clerk: Clerk, table: Bench) -> None:
    """The row keeps no outcome then, so the delivery stays owed."""
    table.keep("guid-1", "ping", b"{}")
    with locked(table.folder, table.desk.database):
        assert clerk.carry_out("guid-1") == DeliveryOutcome.FAILED_DELIVERY
    with table.desk.database.read() as connection:
        assert deliveries.progress(connection, DeliveryId("guid-1")) == Progress(1, None)


def test_a_delivery_that_was_forgotten_ends_quietly(clerk: Clerk) -> None:
    assert clerk.carry_out("never-seen") == DeliveryOutcome.IGNORED_INCOMPLETE


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud800"}', {"a": "\ud800"}),
        (b"[]", None),
        (b'"text"', None),
        (b"", None),
        (None, None),
        (b"{", None),
        (b'{"a": Infinity}', None),
        (b"\xef\xbb\xbf{}", None),
        ('{"a": 1}'.encode("utf-16"), None),
        (b'{"a":' + b"[" * 200_000, None),
        (b'{"a": 1' + b"0" * 5_000 + b"}", None),
    ],
)
def test_a_body_is_a_json_object_or_nothing(body: bytes | None, value: object) -> None:
    assert parsed_body(body) == value


def test_nothing_is_a_decision_too(table: Bench) -> None:
    """What a pure handler answers is carried out as it is."""
    with table.desk.database.write() as connection:
        end = table.desk.carry_out(connection, nothing(DeliveryOutcome.IGNORED_EVENT, "why"), DeliveryId("x"))
    assert (end.outcome, end.reason) == (DeliveryOutcome.IGNORED_EVENT, "why")
