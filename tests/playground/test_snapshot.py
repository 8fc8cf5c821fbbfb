"""What `obelize playground --once --json` prints, in GitHub's own shapes."""

import json
from typing import Any

from bot.playground.playground import Playground
from bot.playground.schemas import mismatches
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client

RUNS = "/repos/octo-org/example/check-runs"


REVIEW = {"event": "COMMENT", "body": "Look", "comments": [{"path": "requirements.txt", "line": 1, "body": "Here"}]}


def run_on(sha: str) -> dict[str, Any]:
    annotation = {
        "path": "app.py",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "notice",
        "message": "The library is imported.",
    }
    output = {"title": "One place", "summary": "One.", "annotations": [annotation]}
    return {"name": "obelize", "head_sha": sha, "conclusion": "neutral", "output": output}


async def test_a_snapshot_is_what_github_would_answer(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    first = pull.head_sha
    await client.post(RUNS, run_on(first))
    second = await playground.push_files(pull, {"new.py": b"x = 1\n"})
    await client.post(RUNS, run_on(second))
    await client.post("/repos/octo-org/example/issues/1/comments", {"body": "Two places"})
    shown = json.loads(json.dumps(await playground.snapshot(pull)))
    assert [run["head_sha"] for run in shown["check_runs"]] == [first, second]
    assert [comment["body"] for comment in shown["comments"]] == ["Two places"]
    assert [commit["sha"] for commit in shown["commits"]] == [first, second]
    assert shown["reviews"] == []
    await client.post("/repos/octo-org/example/pulls/1/reviews", REVIEW)
    (review,) = (await playground.snapshot(pull))["reviews"]
    (comment,) = review.pop("comments")
    assert mismatches(json.loads(json.dumps(review)), ("PullRequestReview",)) == []
    assert comment == (await client.get("/repos/octo-org/example/pulls/1/comments")).json[0]
    for run in shown["check_runs"]:
        annotations = run.pop("annotations")
        assert [mismatches(each, ("CheckAnnotation",)) for each in annotations] == [[]]
        assert run == (await client.get(f"{RUNS}/{run['id']}")).json
        assert annotations == (await client.get(f"{RUNS}/{run['id']}/annotations")).json


async def test_an_untouched_pull_request_has_its_commits_only(playground: Playground, pull: PullRequest) -> None:
    shown = await playground.snapshot(pull)
    assert [len(shown[key]) for key in ("check_runs", "comments", "reviews", "commits")] == [0, 0, 0, 1]
