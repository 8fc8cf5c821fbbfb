"""Reviews, comments at lines, and what becomes of them: GITHUB.md §5.1, each refusal beside what is taken."""

import json
from typing import Any

import pytest

from bot.playground.git.writing import Change, write_commit
from bot.playground.people.reviews import CannotApplyError
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.reviews import Anchor, ReviewComment
from tests.playground.clients import Client, Hook, Reply

REVIEWS = "/repos/octo-org/example/pulls/1/reviews"
COMMENTS = "/repos/octo-org/example/pulls/1/comments"
BEFORE = [f"line {number}\n" for number in range(1, 31)]
AFTER = [*BEFORE[:9], "line ten\n", *BEFORE[10:14], *BEFORE[15:]]
"""Line 10 is another one, line 15 is gone: one hunk from 7 to 18 of the old file, 7 to 17 of the new one."""


@pytest.fixture
async def pull(playground: Playground, repository: Repository) -> PullRequest:
    """A pull request that changes lines 10 and 15 of long.txt, while the base goes on by itself."""
    git = repository.git
    root = await git.resolve("main")
    base = await write_commit(git, root, Change({"long.txt": "".join(BEFORE).encode()}, "Long\n"))
    head = await write_commit(git, base, Change({"long.txt": "".join(AFTER).encode()}, "Ten\n"))
    later = await write_commit(git, base, Change({"long.txt": "".join(["zero\n", *BEFORE]).encode()}, "Zero\n"))
    await git.set_ref("refs/heads/main", later)
    await git.set_ref("refs/heads/topic", head)
    return await playground.open_pull_request("main", "topic")


def at(line: int, **more: Any) -> dict[str, Any]:
    """A comment at a line of long.txt."""
    return {"path": "long.txt", "line": line, "side": "RIGHT", "body": "Look", **more}


async def review(client: Client, *comments: dict[str, Any], **more: Any) -> Reply:
    """A review that is submitted at once, unless `event` is null."""
    body = {"event": "COMMENT", "body": "Seen", "comments": list(comments), **more}
    return await client.post(REVIEWS, {key: value for key, value in body.items() if value is not None})


async def listed(client: Client) -> list[dict[str, Any]]:
    """The comments that stand."""
    found: list[dict[str, Any]] = (await client.get(COMMENTS)).json
    return found


async def test_a_review_posts_all_its_comments(client: Client, pull: PullRequest) -> None:
    answer = await review(client, at(10), at(12, start_line=9, start_side="RIGHT"), at(15, side="LEFT"))
    assert (answer.status, answer.json["state"]) == (200, "COMMENTED")
    assert answer.json["user"]["login"] == "obelize[bot]"
    assert answer.json["commit_id"] == pull.head_sha
    found = await listed(client)
    assert [(each["start_line"], each["line"], each["side"]) for each in found] == [
        (None, 10, "RIGHT"),
        (9, 12, "RIGHT"),
        (None, 15, "LEFT"),
    ]
    assert {each["pull_request_review_id"] for each in found} == {answer.json["id"]}
    hunk = "@@ -7,12 +7,11 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+line ten"
    assert (found[0]["diff_hunk"], found[0]["original_position"]) == (hunk, 5)
    assert [each["id"] for each in (await client.get(REVIEWS)).json] == [answer.json["id"]]
    assert len((await client.get(f"{REVIEWS}/{answer.json['id']}/comments")).json) == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param(at(18), "Line could not be resolved", id="after the last context line"),
        pytest.param(at(6), "Line could not be resolved", id="before the first"),
        pytest.param(at(10, side="LEFT", path="app.py"), "Path could not be resolved", id="a file that is not changed"),
        pytest.param(at(12, side="LEFT"), "Line could not be resolved", id="an unchanged line on the left"),
        pytest.param(
            at(10, start_line=10, start_side="RIGHT"),
            "Pull request review thread start line must precede the end line.",
            id="start equals end",
        ),
        pytest.param(at(10, start_line=6, start_side="RIGHT"), "Line could not be resolved", id="start outside"),
    ],
)
async def test_one_bad_anchor_rejects_the_whole_review(
    client: Client, pull: PullRequest, wrong: dict[str, Any], said: str
) -> None:
    answer = await review(client, at(10), wrong)
    assert answer.status == 422
    assert (answer.json["message"], answer.json["errors"]) == ("Unprocessable Entity", [said])
    assert await listed(client) == []
    assert (await client.get(REVIEWS)).json == []


async def test_lines_count_in_the_three_dot_diff(client: Client, pull: PullRequest) -> None:
    """The base has one line more in front; that moves no anchor (GITHUB.md §5.1)."""
    assert (await review(client, at(17))).status == 200
    assert (await review(client, at(18))).status == 422


async def test_a_pending_review_is_unseen_and_blocks_the_next(
    playground: Playground, client: Client, anonymous: Client, pull: PullRequest, repository: Repository
) -> None:
    pending = await review(client, at(10), event=None)
    assert (pending.json["state"], "submitted_at" in pending.json) == ("PENDING", False)
    assert await listed(client) == []
    second = await review(client, at(10))
    assert (second.status, second.json["errors"]) == (
        422,
        ["User can only have one pending review per pull request"],
    )
    repository.private = False
    assert (await anonymous.get(REVIEWS)).json == []
    submitted = await client.post(f"{REVIEWS}/{pending.json['id']}/events", {"event": "COMMENT"})
    assert (submitted.status, submitted.json["state"]) == (200, "COMMENTED")
    assert len(await listed(client)) == 1
    assert (await client.delete(f"{REVIEWS}/{pending.json['id']}")).status == 422


async def test_a_pending_review_can_be_taken_back(client: Client, pull: PullRequest) -> None:
    pending = await review(client, at(10), event=None)
    assert (await client.delete(f"{REVIEWS}/{pending.json['id']}")).status == 200
    assert (await client.get(REVIEWS)).json == []
    assert (await review(client, at(10))).status == 200


async def test_a_comment_needs_a_body_and_a_commit_of_the_pull_request(client: Client, pull: PullRequest) -> None:
    assert (await review(client, at(10), body=None)).status == 422
    assert (await review(client, at(10, body=" "))).status == 422
    assert (await review(client, at(10), commit_id="0" * 40)).status == 422
    assert (await review(client, {"path": "long.txt", "body": "Look", "lines": 10})).status == 422
    assert await listed(client) == []


async def test_single_comments_complain_by_field(client: Client, pull: PullRequest) -> None:
    good = await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(10)})
    assert (good.status, good.json["line"], good.json["subject_type"]) == (201, 10, "line")
    bad = await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(20)})
    assert (bad.status, bad.json["message"]) == (422, "Validation Failed")
    assert bad.json["errors"][0]["message"] == "pull_request_review_thread.line must be part of the diff"
    same = await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(10, start_line=10)})
    assert same.json["errors"][0]["message"] == "pull_request_review_thread.start_line must precede the end line."
    assert len(await listed(client)) == 1


async def test_a_comment_about_a_file_needs_the_file_in_the_diff(client: Client, pull: PullRequest) -> None:
    body = {"commit_id": pull.head_sha, "path": "long.txt", "body": "All of it", "subject_type": "file"}
    made = await client.post(COMMENTS, body)
    assert (made.status, made.json["line"], made.json["subject_type"]) == (201, None, "file")
    assert (await client.post(COMMENTS, {**body, "path": "app.py"})).status == 422


async def test_threads_are_answered_at_their_first_comment_alone(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    first = (await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(10)})).json
    answer = await client.post(f"{COMMENTS}/{first['id']}/replies", {"body": "Done"})
    assert (answer.status, answer.json["in_reply_to_id"], answer.json["line"]) == (201, first["id"], 10)
    assert (await client.post(f"{COMMENTS}/{answer.json['id']}/replies", {"body": "Done"})).status == 422
    again = await client.post(
        COMMENTS, {"commit_id": pull.head_sha, "path": "long.txt", "body": "Too", "in_reply_to": first["id"]}
    )
    assert again.json["in_reply_to_id"] == first["id"]
    thread = playground.world.reviews.comments[first["id"]].thread
    await playground.settle()
    await playground.reply_in_thread(thread, "Thanks", playground.maintainer)
    headers, body = hook.received[-1]
    payload = json.loads(body)
    assert (headers["X-GitHub-Event"], payload["action"]) == ("pull_request_review_comment", "created")
    assert (payload["comment"]["user"]["login"], payload["comment"]["in_reply_to_id"]) == ("maintainer", first["id"])


async def test_a_comment_is_edited_reacted_to_and_deleted(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    made = (await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(10)})).json
    one = f"/repos/octo-org/example/pulls/comments/{made['id']}"
    await playground.settle()
    start = len(hook.received)
    assert (await client.patch(one, {"body": "Other"})).json["body"] == "Other"
    await playground.settle()
    assert hook.events()[start:] == ["pull_request_review_comment"]
    assert (await client.post(f"{one}/reactions", {"content": "eyes"})).status == 201
    assert (await client.post(f"{one}/reactions", {"content": "eyes"})).status == 200
    assert (await client.get(one)).json["reactions"]["eyes"] == 1
    assert (await client.delete(one)).status == 204
    assert (await client.get(one)).status == 404


async def test_somebody_elses_comment_is_not_ours_to_delete(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    theirs = await playground.comment_on_lines(pull, Anchor("long.txt", 10), "Why?", playground.reader)
    assert (await client.delete(f"/repos/octo-org/example/pulls/comments/{theirs.id}")).status == 403


async def test_in_a_locked_conversation_nothing_is_posted(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    await playground.lock(pull)
    assert (await review(client, at(10))).status == 403
    assert (await client.post(COMMENTS, {"commit_id": pull.head_sha, **at(10)})).status == 403


def swapped(old: str, new: str) -> bytes:
    """The head's file with one line replaced by others."""
    return "".join(AFTER).replace(old, new).encode()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param(swapped("line 1\n", "line 0\nline 1\n"), 11, id="a line more in front"),
        pytest.param(swapped("line 1\n", ""), 9, id="a line less in front"),
        pytest.param(swapped("line 29\n", "other\n"), 10, id="a change far below"),
        pytest.param(swapped("line ten\n", "line TEN\n"), None, id="the line itself"),
        pytest.param("".join(BEFORE).encode(), None, id="out of the diff"),
        pytest.param(None, None, id="the file is gone"),
    ],
)
async def test_a_thread_follows_its_line_until_that_is_changed(
    playground: Playground, client: Client, pull: PullRequest, content: bytes | None, line: int | None
) -> None:
    before = pull.head_sha
    await review(client, at(10))
    await playground.push_files(pull, {"long.txt": content})
    (found,) = await listed(client)
    assert (found["line"], found["original_line"], found["original_commit_id"]) == (line, 10, before)
    assert found["commit_id"] == (before if line is None else pull.head_sha)
    (thread,) = playground.world.reviews.threads_of(pull)
    assert thread.outdated is (line is None)


async def test_a_comment_on_an_older_head_is_outdated_at_once(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    shown = pull.head_sha
    await playground.push_files(pull, {"long.txt": swapped("line ten\n", "line TEN\n")})
    assert (await review(client, at(10), commit_id=shown)).status == 200
    (found,) = await listed(client)
    assert found["line"] is None


@pytest.fixture
async def suggestion(playground: Playground, client: Client, pull: PullRequest) -> ReviewComment:
    """A suggestion for lines 10 and 11."""
    body = "Better:\n````suggestion\nline 10a\n```\n\n````\n"
    made = await review(client, at(11, start_line=10, start_side="RIGHT", body=body))
    (found,) = [each for each in playground.world.reviews.comments.values() if each.review.id == made.json["id"]]
    return found


async def test_a_suggestion_replaces_its_lines_in_a_commit_of_the_clicker(
    playground: Playground, hook: Hook, pull: PullRequest, suggestion: ReviewComment
) -> None:
    sha = await playground.apply_suggestion(suggestion, playground.maintainer)
    git = pull.repository.git
    entry = await git.entry(sha, "long.txt")
    assert entry is not None
    expected = "".join(AFTER).replace("line ten\nline 11\n", "line 10a\n```\n\n")
    assert await git.blob(entry.sha) == expected.encode()
    commit = await git.commit(sha)
    assert commit.author.name == "maintainer"
    assert commit.message.endswith("@users.noreply.github.com>")
    assert "Co-authored-by: obelize[bot] <" in commit.message
    assert (pull.head_sha, suggestion.thread.outdated) == (sha, True)
    assert hook.events()[-1] == "pull_request"


async def test_an_empty_suggestion_takes_lines_out(playground: Playground, client: Client, pull: PullRequest) -> None:
    made = await review(client, at(10, body="```suggestion\n```"))
    (found,) = [each for each in playground.world.reviews.comments.values() if each.review.id == made.json["id"]]
    await playground.apply_suggestion(found, playground.maintainer)
    entry = await pull.repository.git.entry(pull.head_sha, "long.txt")
    assert entry is not None
    assert await pull.repository.git.blob(entry.sha) == swapped("line ten\n", "")


async def close(playground: Playground, pull: PullRequest) -> None:
    await playground.close(pull)


async def push_over(playground: Playground, pull: PullRequest) -> None:
    await playground.push_files(pull, {"long.txt": swapped("line ten\n", "x\n")})


async def resolve(playground: Playground, pull: PullRequest) -> None:
    playground.resolve_thread(playground.world.reviews.threads_of(pull)[0])


async def take_the_permission(playground: Playground, pull: PullRequest) -> None:
    playground.set_role(pull.repository, playground.maintainer, "read")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (close, "while the pull request is closed"),
        (Playground.enter_merge_queue, "queued to merge"),
        (push_over, "Outdated suggestions cannot be applied."),
        (resolve, "applied or marked resolved"),
        (take_the_permission, "may not write the head branch"),
    ],
)
async def test_there_is_no_button_to_apply(
    playground: Playground, pull: PullRequest, suggestion: ReviewComment, what: Any, said: str
) -> None:
    await what(playground, pull)
    head = pull.head_sha
    with pytest.raises(CannotApplyError, match=said):
        await playground.apply_suggestion(suggestion, playground.maintainer)
    assert pull.head_sha == head


async def test_a_suggestion_that_changes_nothing_and_plain_words_are_not_applied(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    await review(client, at(10, body="```suggestion\nline ten\n```"), at(11, body="```python\nx\n```"))
    same, words = playground.world.reviews.comments.values()
    with pytest.raises(CannotApplyError, match="no changes were made to the code"):
        await playground.apply_suggestion(same, playground.maintainer)
    with pytest.raises(CannotApplyError, match="there is no suggestion"):
        await playground.apply_suggestion(words, playground.maintainer)
