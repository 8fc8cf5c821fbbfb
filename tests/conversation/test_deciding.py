"""What a command comes to in the state that stands: pure. The scenes tell the same on the pull request."""

from typing import Any

import pytest

from bot.conversation.deciding import decide
from bot.conversation.grammar import parse
from bot.conversation.kind import Acts
from bot.models.conversation import (
    AskChecks,
    Command,
    Decline,
    KeepAnswer,
    OfferStanding,
    OurCommit,
    Refused,
    RevisePlan,
    RunAgain,
    Scene,
    SetMuted,
    SetPaused,
    TakeBack,
    TakeReply,
    WriteCommit,
)
from bot.models.names import CommitSha, RunId
from bot.vocabulary import CommandRefusal, CommitKind, OfferState
from tests.publish.offerings import HEAD, offering, proposal, question

OTHER = CommitSha("f" * 40)
SHOWN = offering(proposal(1), proposal(2), proposal(3, path="app/read_2.py"))
NEWER = RunId("20261130T152530Z-00000002")


def scene(**more: Any) -> Scene:
    values: dict[str, Any] = {
        "is_pull": True,
        "head_sha": HEAD,
        "paused": False,
        "shown": SHOWN,
        "newest": SHOWN,
        "offers": (),
        "commits": (),
        "again": False,
    }
    return Scene(**{**values, **more})


def outcome(line: str, **more: Any) -> Acts | Refused:
    command = parse(line)
    assert isinstance(command, Command)
    return decide(command, scene(**more))


def refusal(line: str, **more: Any) -> CommandRefusal:
    refused = outcome(line, **more)
    assert isinstance(refused, Refused)
    return refused.refusal


def accepted(*numbers: int, run_id: RunId = SHOWN.run_id) -> Acts:
    return (WriteCommit(kind=CommitKind.ACCEPT, run_id=run_id, head_sha=HEAD, numbers=numbers),)


def standing(number: int, state: OfferState) -> tuple[OfferStanding, ...]:
    return (OfferStanding(fingerprint=proposal(number).fingerprint, state=state, decided_by=None),)


def commit(number: int, kind: CommitKind, parent: int = 0) -> OurCommit:
    def run_id(which: int) -> RunId:
        return RunId(f"20261130T142530Z-{which:08x}")

    return OurCommit(sha=CommitSha(f"{number:040x}"), kind=kind, run_id=run_id(number), parent_run_id=run_id(parent))


@pytest.mark.parametrize(
    ("line", "state", "expected"),
    [
        pytest.param("/obelize accept 1", {}, accepted(1), id="one"),
        pytest.param("/obelize accept 1,2", {}, accepted(1, 2), id="two of different files"),
        pytest.param("/obelize accept all", {}, accepted(1, 2), id="all: the first of each file"),
        pytest.param(
            "/obelize accept all", {"offers": standing(2, OfferState.REJECTED)}, accepted(1, 3), id="all that are open"
        ),
        pytest.param(
            "/obelize accept 2",
            {"offers": standing(2, OfferState.STALE)},
            accepted(2),
            id="a place that nobody decided",
        ),
        pytest.param(
            "/obelize accept 1",
            {"head_sha": OTHER, "again": True, "offers": standing(1, OfferState.ACCEPTED)},
            accepted(1),
            id="an earlier attempt may have moved the head itself, who writes will know",
        ),
        pytest.param(
            f"/obelize accept 1 @{HEAD[:7]}",
            {"newest": SHOWN.model_copy(update={"run_id": NEWER})},
            accepted(1, run_id=NEWER),
            id="with the head named, the newest run on it",
        ),
        pytest.param(
            "/obelize apply",
            {},
            (WriteCommit(kind=CommitKind.APPLY, run_id=SHOWN.run_id, head_sha=HEAD),),
            id="all files of the rules",
        ),
        pytest.param(
            "/obelize reject 1,2 no time",
            {},
            (Decline(run_id=SHOWN.run_id, numbers=(1, 2), reason="no time"),),
            id="declined, with a reason",
        ),
        pytest.param(
            "/obelize answer client-home/x leave",
            {"newest": offering(questions=(question("client-home/x"),))},
            (KeepAnswer(key="client-home/x", value="leave"), RunAgain()),
            id="an answer, and a run with it",
        ),
        pytest.param(
            "/obelize revise Leave tools/ alone.",
            {},
            (RevisePlan(head_sha=HEAD, words="Leave tools/ alone."), RunAgain()),
            id="what is wanted of the plan, and a run that asks about it",
        ),
        pytest.param(
            "/obelize reply", {}, (TakeReply(head_sha=HEAD), RunAgain()), id="a reply, and a run that goes on from it"
        ),
        pytest.param(
            "/obelize undo",
            {"commits": (commit(1, CommitKind.APPLY), commit(2, CommitKind.ACCEPT))},
            (TakeBack(commit_sha=commit(2, CommitKind.ACCEPT).sha),),
            id="the newest commit is taken back",
        ),
        pytest.param(
            "/obelize undo",
            {
                "commits": (
                    commit(1, CommitKind.APPLY),
                    commit(2, CommitKind.ACCEPT),
                    commit(3, CommitKind.UNDO, parent=2),
                )
            },
            (TakeBack(commit_sha=commit(1, CommitKind.APPLY).sha),),
            id="undo after undo goes further back",
        ),
        pytest.param(
            "/obelize verify",
            {"commits": (commit(1, CommitKind.APPLY),)},
            (AskChecks(commit_sha=commit(1, CommitKind.APPLY).sha),),
            id="the checks of the newest commit",
        ),
        pytest.param(
            "/obelize resume",
            {"paused": True},
            (SetPaused(paused=False), SetMuted(muted=False), RunAgain()),
            id="both silences end",
        ),
    ],
)
def test_what_is_done(line: str, state: dict[str, Any], expected: Acts) -> None:
    assert outcome(line, **state) == expected


@pytest.mark.parametrize(
    ("line", "state", "expected"),
    [
        pytest.param("/obelize accept 1", {"head_sha": OTHER}, CommandRefusal.HEAD_MOVED, id="the head moved"),
        pytest.param("/obelize apply", {"head_sha": OTHER}, CommandRefusal.HEAD_MOVED, id="the head moved: apply"),
        pytest.param("/obelize reject 1", {"head_sha": OTHER}, CommandRefusal.HEAD_MOVED, id="the head moved: reject"),
        pytest.param(f"/obelize accept 1 @{OTHER[:7]}", {}, CommandRefusal.HEAD_MOVED, id="another head is meant"),
        pytest.param("/obelize accept 1", {"shown": None}, CommandRefusal.NO_RUN, id="nothing was shown"),
        pytest.param(f"/obelize apply @{HEAD[:9]}", {"newest": None}, CommandRefusal.NO_RUN, id="no run on the head"),
        pytest.param("/obelize accept 4", {}, CommandRefusal.NO_SUCH_NUMBER, id="no such number"),
        pytest.param("/obelize accept 2,3", {}, CommandRefusal.FILE_ALREADY_CHANGED, id="two of one file"),
        pytest.param(
            "/obelize accept 1", {"offers": standing(1, OfferState.REJECTED)}, CommandRefusal.ALREADY_DECIDED, id="declined"
        ),
        pytest.param(
            "/obelize reject 1", {"offers": standing(1, OfferState.ACCEPTED)}, CommandRefusal.ALREADY_DECIDED, id="accepted"
        ),
        pytest.param(
            "/obelize apply", {"shown": offering(files=())}, CommandRefusal.NOTHING_TO_APPLY, id="rules have nothing"
        ),
        pytest.param("/obelize undo", {}, CommandRefusal.NOTHING_TO_UNDO, id="no commit of ours"),
        pytest.param(
            "/obelize undo",
            {"commits": (commit(1, CommitKind.APPLY), commit(2, CommitKind.UNDO, parent=1))},
            CommandRefusal.NOTHING_TO_UNDO,
            id="all is taken back",
        ),
        pytest.param("/obelize verify", {}, CommandRefusal.NOTHING_TO_VERIFY, id="nothing to verify"),
        pytest.param("/obelize answer a/b c", {}, CommandRefusal.NO_SUCH_QUESTION, id="no such question"),
        pytest.param(
            "/obelize answer client-home/x other.py",
            {"newest": offering(questions=(question("client-home/x"),))},
            CommandRefusal.NOT_AN_ANSWER,
            id="not an answer",
        ),
        pytest.param("/obelize answer a/b c", {"paused": True}, CommandRefusal.BOT_IS_PAUSED, id="paused: no answers"),
        pytest.param("/obelize reply", {"paused": True}, CommandRefusal.BOT_IS_PAUSED, id="paused: no replies"),
        pytest.param("/obelize revise x", {"newest": None}, CommandRefusal.NO_RUN, id="no plan to revise"),
        pytest.param("/obelize fix", {"paused": True}, CommandRefusal.BOT_IS_PAUSED, id="paused: no runs"),
        pytest.param("/obelize explain 1", {"shown": None, "newest": None}, CommandRefusal.NO_RUN, id="nothing to explain"),
        pytest.param("/obelize apply", {"is_pull": False}, CommandRefusal.NOT_ON_ISSUES, id="not on an issue"),
        pytest.param("/obelize migrate", {}, CommandRefusal.ONLY_ON_ISSUES, id="only on an issue"),
    ],
)  # fmt: skip
def test_what_is_refused(line: str, state: dict[str, Any], expected: CommandRefusal) -> None:
    assert refusal(line, **state) is expected
