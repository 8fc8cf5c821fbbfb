"""Comments at lines, against a GitHub that follows a script: one review, and what becomes of one that is refused."""

from typing import Any

import pytest

from bot.forge.permissions import POST_REVIEW
from bot.forge.reviews import ReviewComments
from bot.models.forge import AppIdentity, ConversationLocked, LineComment
from tests.forge.scripted_github import Bench, Reply, Seen

APP = AppIdentity(id=1, slug="obelize")
HEAD = "a" * 40
NOT_IN_DIFF = Reply(422, {"message": "Unprocessable Entity", "errors": ["Line could not be resolved"]})
LOCKED = Reply(403, {"message": "Unable to create comment because issue is locked."})


def wanted(number: int, first: int = 5, last: int = 5) -> LineComment:
    return LineComment(
        key=f"{number:064x}", path=f"app/read_{number}.py", first=first, last=last, markdown=f"Proposal {number}"
    )


class Reviews:
    """Keeps review comments as GitHub does; `bad` paths have no line to stand at."""

    def __init__(self, bad: tuple[str, ...] = (), *, leaves_behind: bool = False) -> None:
        self.comments: list[dict[str, Any]] = []
        self.writes: list[Seen] = []
        self.bad = bad
        self.leaves_behind = leaves_behind
        self.answers: list[Reply] = []
        """What the next writes are answered instead, after they were carried out."""

    def __call__(self, seen: Seen) -> Reply:
        if seen.method == "GET":
            return Reply(200, self.comments)
        self.writes.append(seen)
        if seen.method == "PATCH":
            (comment,) = [c for c in self.comments if c["id"] == int(seen.path.rpartition("/")[2])]
            comment["body"] = seen.json["body"]
            return Reply(200, comment)
        together = seen.json.get("comments", [seen.json])
        refused = any(comment["path"] in self.bad for comment in together)
        if not refused or self.leaves_behind:
            self.comments += [self.shape(c, len(self.comments) + n) for n, c in enumerate(together)]
        if self.answers:
            return self.answers.pop(0)
        return NOT_IN_DIFF if refused else Reply(200, {"id": 1})

    def shape(self, comment: dict[str, Any], number: int) -> dict[str, Any]:
        return {
            "id": number,
            "node_id": f"PRRC_{number}",
            "path": comment["path"],
            "line": comment["line"],
            "body": comment["body"],
            "user": {"login": "obelize[bot]", "type": "Bot"},
        }


def reviews(bench: Bench, github: Reviews) -> ReviewComments:
    async def app() -> AppIdentity:
        return APP

    bench.github.respond = github
    return ReviewComments(bench.client(purpose=POST_REVIEW), {"owner": "octo", "name": "app"}, app)


async def test_they_come_as_one_review_and_name_their_places(bench: Bench) -> None:
    github = Reviews()
    standing = await reviews(bench, github).post(7, HEAD, "Above", [wanted(1), wanted(2, 5, 8)])
    (sent,) = github.writes
    assert sent.path == "/api/v3/repos/octo/app/pulls/7/reviews"
    assert (sent.json["commit_id"], sent.json["event"], sent.json["body"]) == (HEAD, "COMMENT", "Above")
    single, several = sent.json["comments"]
    assert {key: single[key] for key in single if key != "body"} == {
        "path": "app/read_1.py",
        "line": 5,
        "side": "RIGHT",
    }
    assert (several["start_line"], several["start_side"], several["line"]) == (5, "RIGHT", 8)
    assert single["body"] == f"<!-- obelize:proposal {1:064x} -->\nProposal 1"
    assert not isinstance(standing, ConversationLocked)
    assert [(one.id, one.key, one.outdated) for one in standing] == [(0, f"{1:064x}", False), (1, f"{2:064x}", False)]


async def test_what_stands_is_not_posted_again(bench: Bench) -> None:
    github = Reviews()
    await reviews(bench, github).post(7, HEAD, "Above", [wanted(1)])
    await reviews(bench, github).post(7, HEAD, "Above", [wanted(1), wanted(2)])
    await reviews(bench, github).post(7, HEAD, "Above", [wanted(1), wanted(2)])
    assert [len(sent.json["comments"]) for sent in github.writes] == [1, 1]
    assert len(github.comments) == 2


async def test_one_bad_line_costs_its_own_comment_only(bench: Bench) -> None:
    """GITHUB.md §5.1: one bad anchor rejects the whole review, and the error names no entry."""
    github = Reviews(bad=("app/read_2.py",))
    await reviews(bench, github).post(7, HEAD, "Above", [wanted(1), wanted(2), wanted(3)])
    assert [sent.path.rpartition("/")[2] for sent in github.writes] == ["reviews", "comments", "comments", "comments"]
    assert [comment["path"] for comment in github.comments] == ["app/read_1.py", "app/read_3.py"]


async def test_a_review_that_stays_behind_after_its_refusal_is_not_repeated(bench: Bench) -> None:
    """iss: max-sixty/tend#123."""
    github = Reviews(bad=("app/read_2.py",), leaves_behind=True)
    await reviews(bench, github).post(7, HEAD, "Above", [wanted(1), wanted(2)])
    assert len(github.writes) == 1
    assert len(github.comments) == 2


async def test_an_answer_that_is_lost_is_looked_for(bench: Bench) -> None:
    github = Reviews()
    github.answers = [Reply(502)]
    standing = await reviews(bench, github).post(7, HEAD, "Above", [wanted(1)])
    assert not isinstance(standing, ConversationLocked)
    assert [one.key for one in standing] == [wanted(1).key]
    assert len(github.writes) == 1


async def test_github_is_not_asked_for_ever(bench: Bench) -> None:
    many = [wanted(number) for number in range(1, 31)]
    github = Reviews(bad=tuple(one.path for one in many))
    await reviews(bench, github).post(7, HEAD, "Above", many)
    assert len(github.writes) == 6


async def test_a_locked_conversation_is_a_value(bench: Bench) -> None:
    github = Reviews()
    github.answers = [LOCKED]
    assert await reviews(bench, github).post(7, HEAD, "Above", [wanted(1)]) == ConversationLocked()


async def test_only_our_own_count(bench: Bench) -> None:
    """Anybody may paste the marker; and a comment of ours without one is no proposal."""
    github = Reviews()
    here = reviews(bench, github)
    await here.post(7, HEAD, "Above", [wanted(1), wanted(2), wanted(3)])
    github.comments[0]["user"] = {"login": "octocat", "type": "User"}
    github.comments[1]["body"] = f"Quoted\n{github.comments[1]['body']}"
    github.comments[2]["line"] = None
    (left,) = await here.standing(7)
    assert (left.key, left.outdated) == (wanted(3).key, True)


async def test_the_same_text_is_not_written(bench: Bench) -> None:
    github = Reviews()
    here = reviews(bench, github)
    await here.post(7, HEAD, "Above", [wanted(1)])
    (standing,) = await here.standing(7)
    await here.edit(standing, "Proposal 1")
    await here.edit(standing, "Proposal 4")
    assert [sent.method for sent in github.writes] == ["POST", "PATCH"]
    assert github.comments[0]["body"].splitlines()[1] == "Proposal 4"


async def test_without_looking_first_there_would_be_two(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard bites."""
    github = Reviews()
    here = reviews(bench, github)

    async def blind(*_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(ReviewComments, "standing", blind)
    for _ in range(2):
        await here.post(7, HEAD, "Above", [wanted(1)])
    assert len(github.comments) == 2
