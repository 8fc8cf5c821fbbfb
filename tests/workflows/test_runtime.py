"""DBOS as it is set up here: JSON in its tables, pull requests one after another, and a clean end."""

import asyncio
import json
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from dbos import DBOS

from bot.workflows.enqueue import RUN_HEAD, WORKFLOW_SHAPE
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from tests.webhooks import payloads
from tests.webhooks.payloads import HEAD
from tests.webhooks.serving import Served, served, until


def table(bot: Served, query: str) -> list[tuple[Any, ...]]:
    with bot.services.database.read() as connection:
        return [tuple(row) for row in connection.execute(sa.text(query))]


def ended(bot: Served, count: int) -> bool:
    query = "SELECT count(*) FROM workflow_status WHERE name = 'run_head' AND status = 'SUCCESS'"
    return table(bot, query) == [(count,)]


async def test_everything_in_the_tables_is_json(tmp_path: Path) -> None:
    """Arguments, results and failures of workflows and steps: read back without a deserialiser that runs code."""

    async def step(fails: bool) -> dict[str, int]:
        if fails:
            raise ValueError("a failure is data too")
        return {"rows": 3}

    def make(_services: Services) -> Workflow:
        async def run_head(repository_id: int, pull: int, head_sha: str, attempt: int) -> dict[str, Any]:
            counted = await DBOS.run_step_async({"name": "count"}, step, pull == 4)
            return {"key": [repository_id, pull, head_sha, attempt], **counted}

        return Workflow(RUN_HEAD, run_head)

    async with served(tmp_path, [make]) as bot:
        for pull in (3, 4):
            await bot.deliver("pull_request", payloads.pull_request("opened", number=pull))
        open_runs = "SELECT count(*) FROM workflow_status WHERE status IN ('ENQUEUED', 'PENDING')"
        await until(lambda: len(table(bot, "SELECT * FROM runs")) == 2 and table(bot, open_runs) == [(0,)])
        formats = table(
            bot, "SELECT serialization FROM workflow_status UNION SELECT serialization FROM operation_outputs"
        )
        kept = table(
            bot,
            "SELECT inputs FROM workflow_input UNION SELECT output FROM workflow_output "
            "UNION SELECT output FROM operation_outputs UNION SELECT error FROM operation_outputs",
        )
        failed = table(bot, "SELECT status FROM workflow_status WHERE workflow_uuid LIKE '7/4/%'")
    assert set(formats) - {(None,)} == {("portable_json",)}
    values = [json.loads(text) for (text,) in kept if text is not None]
    assert {"rows": 3} in values
    assert {"key": [7, 3, HEAD, 1], "rows": 3} in values
    assert any(isinstance(value, dict) and value.get("message") == "a failure is data too" for value in values)
    assert failed == [("ERROR",)]


class Meetings:
    """Which runs were at work at the same time."""

    def __init__(self) -> None:
        self.at_work: Counter[int] = Counter()
        self.most_of_one_pull = 0
        self.most_at_once = 0
        self.go_on = asyncio.Event()

    def make(self, _services: Services) -> Workflow:
        async def run_head(_repository_id: int, pull: int, _head_sha: str, _attempt: int) -> None:
            self.at_work[pull] += 1
            self.most_of_one_pull = max(self.most_of_one_pull, self.at_work[pull])
            self.most_at_once = max(self.most_at_once, self.at_work.total())
            await self.go_on.wait()
            self.at_work[pull] -= 1

        return Workflow(RUN_HEAD, run_head)


async def test_runs_of_one_pull_request_follow_one_another_and_others_do_not_wait(tmp_path: Path) -> None:
    """Three pushes to each of two pull requests: two runs meet, never two of one pull request."""
    meetings = Meetings()
    async with served(tmp_path, [meetings.make], OBELIZE_LIMIT_RUNS=4) as bot:
        for pull in (3, 4):
            for digit in "abc":
                await bot.deliver("pull_request", payloads.pull_request("synchronize", number=pull, head=digit * 40))
        await until(lambda: meetings.at_work.total() == 2)
        meetings.go_on.set()
        await until(lambda: ended(bot, 6))
    assert (meetings.most_of_one_pull, meetings.most_at_once) == (1, 2)


async def test_the_limit_of_runs_holds(tmp_path: Path) -> None:
    meetings = Meetings()
    async with served(tmp_path, [meetings.make], OBELIZE_LIMIT_RUNS=2) as bot:
        for pull in range(3, 9):
            await bot.deliver("pull_request", payloads.pull_request("opened", number=pull))
        await until(lambda: meetings.at_work.total() == 2 and len(table(bot, "SELECT * FROM runs")) == 6)
        meetings.go_on.set()
        await until(lambda: ended(bot, 6))
    assert meetings.most_at_once == 2


async def test_an_orderly_end_leaves_a_run_for_the_next_start(tmp_path: Path) -> None:
    """It is neither finished nor failed, and its first step is not done twice."""
    steps: list[str] = []
    hangs = True

    async def step(name: str) -> str:
        steps.append(name)
        if name == "second" and hangs:
            await asyncio.Event().wait()
        return name

    def make(_services: Services) -> Workflow:
        async def run_head(_repository_id: int, _pull: int, _head_sha: str, _attempt: int) -> list[str]:
            return [await DBOS.run_step_async({"name": name}, step, name) for name in ("first", "second")]

        return Workflow(RUN_HEAD, run_head)

    async with served(tmp_path, [make]) as bot:
        await bot.deliver("pull_request", payloads.pull_request("opened"))
        await until(lambda: "second" in steps)
    hangs = False
    async with served(tmp_path, [make]) as bot:
        await until(lambda: ended(bot, 1))
    assert steps == ["first", "second", "second"]


async def test_one_executor_on_sqlite(tmp_path: Path) -> None:
    """The constant by which the next start finds what this one left; and the shape is written beside it."""
    async with served(tmp_path) as bot:
        await bot.deliver("ping", {}, "a")
        await until(lambda: table(bot, "SELECT status FROM workflow_status") == [("SUCCESS",)])
        found = table(bot, "SELECT executor_id, application_version, application_name FROM workflow_status")
        assert bot.services.runtime.executor_id == "sqlite"
    assert found == [("sqlite", WORKFLOW_SHAPE, "obelize")]


async def test_dbos_logs_through_the_root_logger_and_keeps_its_start_to_itself(
    tmp_path: Path, caplog: Any, capfd: Any
) -> None:
    """No handler of its own, and nothing below WARNING; an orderly start and end say nothing at all."""
    with caplog.at_level(logging.DEBUG):
        async with served(tmp_path):
            logger = logging.getLogger("dbos")
            assert logger.propagate
            assert {type(handler) for handler in logger.handlers} <= {logging.NullHandler}
    assert [record.getMessage() for record in caplog.records if record.name.startswith("dbos")] == []
    assert capfd.readouterr().err == ""
