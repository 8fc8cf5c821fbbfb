"""A test may step in exactly before and exactly after GitHub acts."""

import aiohttp
import pytest

from bot.playground.interception import Channel, DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client

RUNS = "/repos/octo-org/example/check-runs"


async def test_the_interceptor_sees_each_request_twice(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    seen: list[tuple[str, str, Phase, int | None, int]] = []

    async def watch(request: RequestSummary, phase: Phase) -> None:
        seen.append((request.method, request.path, phase, request.status, len(playground.world.checks.runs)))

    playground.intercept = watch
    body = {"name": "obelize", "head_sha": pull.head_sha}
    await client.post(RUNS, body)
    assert seen == [("POST", RUNS, Phase.BEFORE, None, 0), ("POST", RUNS, Phase.AFTER, 201, 1)]
    summary = playground.journal.requests[-1]
    assert summary.channel is Channel.REST
    assert summary.body == body
    assert summary.writes
    assert summary.actor == f"installation {playground.installation_of(pull.repository).id}"


@pytest.mark.parametrize(
    ("phase", "made"),
    [
        pytest.param(Phase.BEFORE, 0, id="dropped before, nothing was done"),
        pytest.param(Phase.AFTER, 1, id="dropped after, it was done and nobody was told"),
    ],
)
async def test_a_connection_is_dropped_where_it_was_asked_for(
    playground: Playground, client: Client, pull: PullRequest, phase: Phase, made: int
) -> None:
    async def drop(request: RequestSummary, moment: Phase) -> None:
        if request.method == "POST" and moment is phase:
            raise DropConnection

    playground.intercept = drop
    with pytest.raises(aiohttp.ClientError):
        await client.post(RUNS, {"name": "obelize", "head_sha": pull.head_sha})
    assert len(playground.world.checks.runs) == made
    assert (await client.get(f"{RUNS}/1")).status == 404  # the next request is answered
