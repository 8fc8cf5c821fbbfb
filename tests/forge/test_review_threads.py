"""Our own outdated comments: minimised, their threads resolved where nobody else spoke, and refusals left alone."""

from typing import Any

from bot.forge.permissions import CLOSE_THREADS
from bot.forge.review_threads import ReviewThreads
from tests.forge.scripted_github import Bench, Reply, Seen


def comment(name: str, *, ours: bool = True, minimised: bool = False) -> dict[str, Any]:
    return {"id": name, "isMinimized": minimised, "viewerDidAuthor": ours}


def thread(name: str, *comments: dict[str, Any], resolved: bool = False) -> dict[str, Any]:
    return {"id": name, "isResolved": resolved, "comments": {"nodes": list(comments)}}


class Threads:
    """Two threads a page; keeps what is done to them."""

    def __init__(self, *threads: dict[str, Any], refuses: str | None = None) -> None:
        self.threads = threads
        self.refuses = refuses
        self.done: list[tuple[str, str]] = []

    def __call__(self, seen: Seen) -> Reply:
        query, variables = seen.json["query"], seen.json["variables"]
        if "reviewThreads" in query:
            start = int(variables["after"] or 0)
            info = {"hasNextPage": start + 2 < len(self.threads), "endCursor": str(start + 2)}
            page = {"pageInfo": info, "nodes": list(self.threads[start : start + 2])}
            return Reply(200, {"data": {"repository": {"pullRequest": {"reviewThreads": page}}}})
        name = "minimise" if "minimizeComment" in query else "resolve"
        if name == self.refuses:
            error = {"type": "FORBIDDEN", "message": "Resource not accessible by integration"}
            return Reply(200, {"data": None, "errors": [error]})
        self.done.append((name, variables["id"]))
        return Reply(200, {"data": {}})


async def put_away(bench: Bench, github: Threads, *node_ids: str) -> None:
    bench.github.respond = github
    threads = ReviewThreads(bench.client(purpose=CLOSE_THREADS), {"owner": "octo", "name": "app"})
    await threads.put_away(7, node_ids)


async def test_ours_are_minimised_and_their_threads_resolved_on_every_page(bench: Bench) -> None:
    github = Threads(thread("T1", comment("a")), thread("T2", comment("b")), thread("T3", comment("c")))
    await put_away(bench, github, "a", "c")
    assert github.done == [("minimise", "a"), ("resolve", "T1"), ("minimise", "c"), ("resolve", "T3")]


async def test_a_thread_in_which_somebody_spoke_stays_open(bench: Bench) -> None:
    github = Threads(thread("T1", comment("a"), comment("b", ours=False)))
    await put_away(bench, github, "a")
    assert github.done == [("minimise", "a")]


async def test_what_is_away_already_is_left(bench: Bench) -> None:
    github = Threads(thread("T1", comment("a", minimised=True), resolved=True))
    await put_away(bench, github, "a")
    assert github.done == []


async def test_a_comment_of_somebody_else_is_never_touched(bench: Bench) -> None:
    github = Threads(thread("T1", comment("a", ours=False)))
    await put_away(bench, github, "a")
    assert github.done == []


async def test_a_refusal_of_one_leaves_the_other(bench: Bench) -> None:
    """GITHUB.md §9: which permission minimising wants is not documented."""
    github = Threads(thread("T1", comment("a")), refuses="minimise")
    await put_away(bench, github, "a")
    assert github.done == [("resolve", "T1")]


async def test_nothing_is_asked_where_nothing_is_to_be_put_away(bench: Bench) -> None:
    await put_away(bench, Threads())
    assert bench.github.requests == []


async def test_without_the_permission_everything_stays_as_it_is(bench: Bench) -> None:
    """An owner who has not accepted contents:write yet: no token can be had."""
    bench.github.mint_replies = [Reply(422, {"message": "The permissions requested are not granted."})]
    github = Threads(thread("T1", comment("a")))
    await put_away(bench, github, "a")
    assert github.done == []
