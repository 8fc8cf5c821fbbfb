"""Commands, offers and commits of a pull request: kept once, found again, gone with their repository."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.models.decision import PullFacts, RepositoryFacts
from bot.models.names import CommitSha, PackId, RepositoryId, RunId
from bot.models.screening import Amendment
from bot.relay.engine import new_arc
from bot.store import amendments, arcs, commands, commits, installations, offers, pulls
from bot.store.amendments import HeldAmendment, Revision
from bot.store.arcs import KeptArc
from bot.store.commands import Given, button_command_id, comment_command_id
from bot.store.commits import Made
from bot.store.database import Database
from bot.store.offers import Offer
from bot.vocabulary import (
    AmendmentKind,
    CommandOrigin,
    CommandState,
    CommitKind,
    OfferState,
    VerifyReason,
    VerifyStatus,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LATER = datetime(2026, 11, 30, 13, tzinfo=UTC)
GIVEN = Given(
    id=comment_command_id(7, 99),
    repository_id=RepositoryId(7),
    pull=3,
    is_pull=True,
    origin=CommandOrigin.COMMENT,
    comment_id=99,
    shown_run_id=None,
    head_sha=None,
    speaker_id=11,
    speaker="maintainer",
    lines="/obelize accept 1",
    body_sha256="0" * 64,
    attempt=1,
    state=CommandState.ENQUEUED,
    refusal=None,
    created_at=NOW,
    finished_at=None,
)
OFFER = Offer(7, 3, "f" * 64, RunId("20261130T120000Z-00000000"), 2, OfferState.OFFERED, None, None, None, NOW)
LEFT_OUT = HeldAmendment(
    Amendment(
        kind=AmendmentKind.EXCLUDE_PATH, key=None, value=None, path="tools", reason="Old.", evidence=("tools/first.py",)
    ),
    given_by=None,
)
RENAMED = HeldAmendment(
    Amendment(
        kind=AmendmentKind.SET_CLIENT_NAME, key="p/q", value="llm", path=None, reason="So they say.", evidence=("a.py",)
    ),
    given_by="maintainer",
)
KEPT_ARC = KeptArc(
    repository_id=7,
    pull=3,
    head_sha=CommitSha("a" * 40),
    document=b"",
    words=None,
    words_by=None,
    held="[]",
    run_id=RunId("20261130T120000Z-00000000"),
    replied_run_id=None,
    replied_command_id=None,
    replied_by=None,
    updated_at=NOW,
)
MADE = Made(
    repository_id=7,
    sha=CommitSha("a" * 40),
    pull=3,
    kind=CommitKind.ACCEPT,
    run_id=RunId("20261130T120100Z-00000001"),
    parent_run_id=RunId("20261130T120000Z-00000000"),
    before_sha=CommitSha("b" * 40),
    command_id=GIVEN.id,
    speaker="maintainer",
    numbers=(1, 4),
    verdict=None,
    verdict_reason=None,
    verdict_run_id=None,
    created_at=NOW,
)


@pytest.fixture
def repository(database: Database) -> Database:
    with database.write() as connection:
        installations.put_installation(connection, 1, "owner")
        facts = RepositoryFacts(id=7, full_name="owner/name", private=False, default_branch="main")
        installations.put_repository(connection, 1, facts)
    return database


def test_a_comment_is_admitted_once_however_often_it_is_delivered(repository: Database) -> None:
    with repository.write() as connection:
        assert commands.admit(connection, GIVEN)
        assert not commands.admit(connection, GIVEN)
        assert commands.change(connection, GIVEN.id, state=CommandState.DONE, finished_at=NOW)
        found = commands.find(connection, GIVEN.id)
        assert found is not None
        assert (found.state, found.lines, found.finished_at) == (CommandState.DONE, "/obelize accept 1", NOW)
        assert commands.in_state(connection, [CommandState.ENQUEUED]) == []
        assert commands.of_pull(connection, 7, 3) == [found]


@pytest.mark.parametrize(
    ("state", "ended", "kept"),
    [
        pytest.param(CommandState.DEFERRED, None, None, id="it only waited"),
        pytest.param(CommandState.BROKEN, NOW, NOW, id="it broke, and may have done its work"),
        pytest.param(CommandState.ENQUEUED, None, LATER, id="its workflow was lost, and may have done its work"),
        pytest.param(CommandState.DEFERRED, NOW, NOW, id="it waited after one that broke"),
    ],
)
def test_an_attempt_is_followed_once(
    repository: Database, state: CommandState, ended: datetime | None, kept: datetime | None
) -> None:
    undone = replace(GIVEN, state=state, finished_at=ended)
    with repository.write() as connection:
        commands.admit(connection, undone)
        following = commands.next_attempt(connection, undone, LATER)
        assert following == replace(undone, attempt=2, state=CommandState.ENQUEUED, finished_at=kept)
        assert commands.find(connection, GIVEN.id) == following
        assert commands.next_attempt(connection, undone, LATER) is None


@pytest.mark.parametrize("command_id", [GIVEN.id, button_command_id(7, "0f1e-guid")], ids=["comment", "button"])
def test_a_run_leads_back_to_the_command_that_asked_for_it(repository: Database, command_id: str) -> None:
    with repository.write() as connection:
        commands.admit(connection, replace(GIVEN, id=command_id))
        found = commands.triggering(connection, 7, commands.trigger_of(command_id))
        assert found is not None
        assert found.id == command_id
        assert commands.triggering(connection, 7, "0f1e-other") is None


def test_a_place_keeps_one_offer_whose_number_moves(repository: Database) -> None:
    with repository.write() as connection:
        offers.put(connection, OFFER)
        offers.change(connection, OFFER, number=5, state=OfferState.REJECTED, decided_by="maintainer")
        (found,) = offers.of_pull(connection, 7, 3).values()
        assert (found.number, found.state, found.decided_by) == (5, OfferState.REJECTED, "maintainer")


def test_a_commit_keeps_its_numbers_and_gets_its_verdict_later(repository: Database) -> None:
    with repository.write() as connection:
        commits.put(connection, MADE)
        commits.put(connection, MADE)
        commits.change(connection, MADE, verdict=VerifyStatus.FAIL, verdict_reason=VerifyReason.BROKEN_BY_WRITE)
        found = commits.find(connection, 7, MADE.sha)
        assert found is not None
        assert (found.numbers, found.verdict) == ((1, 4), VerifyStatus.FAIL)
        assert commits.of_pull(connection, 7, 3) == [found]
        assert commits.find(connection, 7, "c" * 40) is None


def test_amendments_hold_newest_first_and_words_wait_for_one_head(repository: Database) -> None:
    with repository.write() as connection:
        amendments.hold(connection, 7, 3, [LEFT_OUT])
        amendments.hold(connection, 7, 3, [RENAMED, LEFT_OUT])
        assert amendments.held(connection, 7, 3) == (RENAMED, LEFT_OUT)
        amendments.want(connection, 7, 3, "a" * 40, Revision("Call them llm.", "maintainer"))
        assert amendments.wanted(connection, 7, 3, "b" * 40) is None
        amendments.was_asked(connection, 7, 3, Revision("Something else.", "maintainer"))
        asked = amendments.wanted(connection, 7, 3, "a" * 40)
        assert asked == Revision("Call them llm.", "maintainer")
        amendments.was_asked(connection, 7, 3, asked)
        assert amendments.wanted(connection, 7, 3, "a" * 40) is None


def test_the_arc_of_the_newest_head_is_kept(repository: Database) -> None:
    arc = new_arc("octo/app", "a" * 40, PackId("py-pdf/pypdf2-to-pypdf"))
    with repository.write() as connection:
        arcs.put(connection, KEPT_ARC.with_arc(arc))
        found = arcs.find(connection, 7, 3, "a" * 40)
        assert found is not None
        assert found.arc() == arc
        assert arcs.find(connection, 7, 3, "b" * 40) is None
        arcs.put(connection, replace(found, document=b"{}"))
        other = arcs.find(connection, 7, 3, "a" * 40)
        assert other is not None
        assert other.arc() is None
        arcs.put(connection, replace(KEPT_ARC, head_sha=CommitSha("b" * 40)))
        assert arcs.find(connection, 7, 3, "a" * 40) is None


def test_all_of_it_goes_with_the_repository(repository: Database) -> None:
    with repository.write() as connection:
        commands.admit(connection, GIVEN)
        offers.put(connection, OFFER)
        commits.put(connection, MADE)
        arcs.put(connection, KEPT_ARC)
        amendments.hold(connection, 7, 3, [LEFT_OUT])
        installations.drop_repository(connection, 7)
        assert arcs.find(connection, 7, 3, KEPT_ARC.head_sha) is None
        assert amendments.held(connection, 7, 3) == ()
        assert commands.find(connection, GIVEN.id) is None
        assert offers.of_pull(connection, 7, 3) == {}
        assert commits.of_pull(connection, 7, 3) == []


def test_proposals_wait_where_a_pull_request_is_open_and_nobody_decided(repository: Database) -> None:
    run_id = RunId("20261130T142530Z-3f9a1c72")
    offered = [
        (3, "a", OfferState.OFFERED),
        (3, "b", OfferState.OFFERED),
        (3, "c", OfferState.ACCEPTED),
        (4, "a", OfferState.OFFERED),
        (5, "a", OfferState.OFFERED),
    ]
    with repository.write() as connection:
        for pull, fingerprint, state in offered:
            offers.put(connection, Offer(7, pull, fingerprint, run_id, 1, state, None, None, None, NOW))
        closed = PullFacts(number=4, head_sha="a" * 40, base_sha="b" * 40, closed=True, updated_at=NOW)
        pulls.note_pull(connection, 7, closed)
        assert offers.waiting(connection, 7, 10) == ((5, run_id, 1), (3, run_id, 2))
        assert offers.waiting(connection, 7, 1) == ((5, run_id, 1),)
        assert offers.waiting(connection, 8, 10) == ()
