"""The one status comment, against the playground."""

import pytest

from bot.forge.comments import MARKER, StandingComments
from bot.forge.errors import Missing, Unavailable
from bot.models.forge import CommentPosted, ConversationLocked
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.world.comments import IssueComment
from bot.safe_text import prose
from tests.forge.github_stage import GitHubStage


def conversation(stage: GitHubStage) -> list[IssueComment]:
    return stage.playground.world.comments.on(stage.pull)


async def test_it_is_made_once_and_edited_after(stage: GitHubStage) -> None:
    comments = stage.here.comments
    first = await comments.post(stage.pull.number, "3 places are left.")
    second = await comments.post(stage.pull.number, "2 places are left.")
    assert isinstance(first, CommentPosted)
    assert isinstance(second, CommentPosted)
    (comment,) = conversation(stage)
    assert comment.body == f"{MARKER}\n2 places are left."
    assert (first.created, second.created, first.id, second.id) == (True, False, comment.id, comment.id)
    assert comment.author.login == "obelize[bot]"


async def test_saying_the_same_again_writes_nothing(stage: GitHubStage) -> None:
    for _ in range(2):
        await stage.here.comments.post(stage.pull.number, "3 places are left.\n")
    writes = [request.method for request in stage.playground.journal.requests if "/comments" in request.path]
    assert writes == ["GET", "POST", "GET"]


async def test_a_marker_that_somebody_pasted_is_not_ours(stage: GitHubStage) -> None:
    """GITHUB.md §9: match the author too, since anyone may paste the marker."""
    forged = await stage.playground.comment(stage.pull, f"{MARKER}\nApproved.")
    await stage.here.comments.post(stage.pull.number, "3 places are left.")
    assert [comment.body.splitlines()[1] for comment in conversation(stage)] == ["Approved.", "3 places are left."]
    assert forged.body == f"{MARKER}\nApproved."


async def test_another_comment_of_ours_is_left_alone(stage: GitHubStage) -> None:
    world = stage.playground.world
    world.comments.add(stage.pull, world.app.bot, f"An answer that quotes\n{MARKER}", world.app)
    await stage.here.comments.post(stage.pull.number, "3 places are left.")
    assert len(conversation(stage)) == 2


async def test_it_is_found_behind_a_hundred_others(stage: GitHubStage) -> None:
    world = stage.playground.world
    for number in range(150):
        world.comments.add(stage.pull, stage.playground.somebody, f"Comment {number}", None)
    for text in ("one", "two"):
        await stage.here.comments.post(stage.pull.number, text)
    assert [comment.body for comment in conversation(stage) if MARKER in comment.body] == [f"{MARKER}\ntwo"]


async def test_a_comment_that_was_made_and_not_answered_is_found(stage: GitHubStage) -> None:
    stage.playground.injections.append(Injection(broken(502), "POST", "/comments", after_acting=True))
    with pytest.raises(Unavailable):
        await stage.here.comments.post(stage.pull.number, "3 places are left.")
    outcome = await stage.here.comments.post(stage.pull.number, "3 places are left.")
    assert len(conversation(stage)) == 1
    assert isinstance(outcome, CommentPosted)
    assert not outcome.created


async def test_without_looking_first_there_would_be_two(stage: GitHubStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard bites."""

    async def blind(*_: object) -> None:
        return None

    monkeypatch.setattr(StandingComments, "_find", blind)
    for _ in range(2):
        await stage.here.comments.post(stage.pull.number, "3 places are left.")
    assert len(conversation(stage)) == 2


async def test_a_locked_conversation_is_a_value(stage: GitHubStage) -> None:
    """GITHUB.md §7: an App's comment gets 403 even with its write permissions."""
    stage.pull.locked = True
    assert await stage.here.comments.post(stage.pull.number, "3 places are left.") == ConversationLocked()
    assert conversation(stage) == []


async def test_a_pull_request_that_is_not_there_is_missing(stage: GitHubStage) -> None:
    with pytest.raises(Missing):
        await stage.here.comments.post(999, "3 places are left.")


async def test_a_long_comment_is_cut_to_what_github_takes(stage: GitHubStage) -> None:
    await stage.here.comments.post(stage.pull.number, "| 🎉 a row of a table |\n" * 5_000)
    (comment,) = conversation(stage)
    assert len(comment.body.encode("utf-16-le")) // 2 <= 65_000
    assert comment.body.startswith(f"{MARKER}\n| 🎉")
    assert comment.body.endswith("The run folder has all of it.*\n")


async def test_what_keeps_github_from_acting_arrives(stage: GitHubStage) -> None:
    await stage.here.comments.post(stage.pull.number, prose("ask @octocat"))
    (comment,) = conversation(stage)
    assert comment.body == f"{MARKER}\nask @\u200boctocat"
