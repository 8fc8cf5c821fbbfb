"""The page of a repository: what is left over time, in a drawing and in numbers, for whoever may see it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.models.names import CommitSha, PackId, RepositoryId
from bot.store import branch_scans
from bot.store.branch_scans import Counted, UsageCount
from bot.vocabulary import Bail, RunState
from tests.webhooks.runs import RUN_ID, keep_run
from tests.webhooks.serving import Served, served
from webhooks.pages.usage_chart import MOST_POINTS, chart_of

PDF, AI = PackId("py-pdf/pypdf2-to-pypdf"), PackId("openai/openai-0-to-1")
DAY = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def counted(day: int, **left: int) -> Counted:
    counts = [UsageCount(PDF, None, left["pdf"])] if "pdf" in left else []
    counts += [UsageCount(AI, Bail.STAR_IMPORTED, left["ai"])] if "ai" in left else []
    return Counted(CommitSha(f"{day:040x}"), DAY + timedelta(days=day), tuple(counts))


def keep(bot: Served, history: Sequence[Counted]) -> None:
    keep_run(bot)
    keep_more(bot, history)


def keep_more(bot: Served, history: Sequence[Counted]) -> None:
    with bot.services.database.write() as connection:
        for one in history:
            scan = branch_scans.admit(connection, RepositoryId(7), one.sha, one.at)
            assert scan is not None
            branch_scans.put_counts(connection, scan, one.counts)
            branch_scans.change(connection, scan, state=RunState.FINISHED)


def test_a_line_goes_from_the_first_commit_to_the_last() -> None:
    """Across by time, down by number: half the places are half as high, an empty branch is the ground."""
    chart = chart_of([counted(0, pdf=20), counted(5, pdf=10), counted(10)])
    assert chart is not None
    (line,) = chart.lines
    points = [tuple(map(float, point.split(","))) for point in line.points.split(" ")]
    assert [x for x, _ in points] == [chart.left, (chart.left + chart.right) / 2, chart.right]
    top, middle, ground = (y for _, y in points)
    assert (ground, middle) == (chart.bottom, (top + ground) / 2)
    assert [row.text for row in chart.rows] == ["0", "10", "20"]
    assert [column.text for column in chart.columns] == ["2026-11-01", "2026-11-11"]


@pytest.mark.parametrize("history", [[], [counted(0, pdf=3)], [counted(0), counted(1)]])
def test_where_there_is_nothing_to_draw_there_is_no_chart(history: list[Counted]) -> None:
    assert chart_of(history) is None


def test_a_long_history_is_thinned_and_keeps_its_end() -> None:
    chart = chart_of([counted(day, pdf=day) for day in range(3_000)])
    assert chart is not None
    points = chart.lines[0].points.split(" ")
    assert len(points) <= MOST_POINTS
    assert points[-1].startswith(f"{chart.right},")


async def test_the_page_tells_what_is_left_and_of_which_runs(bot: Served) -> None:
    keep(bot, [counted(0, pdf=12), counted(1, pdf=4, ai=3)])
    status, text, _ = await bot.get("/repositories/7")
    assert status == 200
    assert "7 places on the default branch still use" in text
    assert text.count("<polyline") == 2
    assert f"{Bail.STAR_IMPORTED}</span>: {Bail.STAR_IMPORTED.sentence}" in text
    assert f'href="/runs/{RUN_ID}"' in text
    assert "style=" not in text
    assert 'href="/repositories/7"' in (await bot.get(f"/runs/{RUN_ID}"))[1]


async def test_badge_and_installation_tell_the_newest_number(bot: Served) -> None:
    """Of the commit that was counted last, over all packs; none left is migrated."""
    keep(bot, [counted(0, pdf=12), counted(1, pdf=4, ai=3)])
    assert "<title>obelize: 7 usages left</title>" in (await bot.get("/repositories/7/badge.svg"))[1]
    assert '<td class="number">7</td>' in (await bot.get("/installations/5"))[1]
    keep_more(bot, [counted(2)])
    assert "<title>obelize: migrated</title>" in (await bot.get("/repositories/7/badge.svg"))[1]
    for missing in ("/installations/6", "/installations/x"):
        assert (await bot.get(missing))[0] == 404


async def test_a_repository_that_was_never_pushed_to_says_so(bot: Served) -> None:
    keep_run(bot)
    assert "Nothing was counted yet" in (await bot.get("/repositories/7"))[1]


@pytest.mark.parametrize("number", ["8", "0", "x", "-7", "7.0", "9" * 30, "%E0%A5%AD"])
async def test_what_is_not_there_is_a_404_page(bot: Served, number: str) -> None:
    keep_run(bot)
    assert (await bot.get(f"/repositories/{number}"))[0] == 404


async def test_away_from_home_nothing_tells_whether_it_is_there(tmp_path: Path) -> None:
    """Nor does a link that opens a run open its repository."""
    async with served(tmp_path, OBELIZE_PUBLIC_URL="https://obelize.example.org", OBELIZE_LINK_SECONDS=600) as bot:
        keep_run(bot)
        query = bot.services.links.address(RUN_ID).partition("?")[2]
        answers = [
            await at_port(bot, path) for path in ("/repositories/7", "/repositories/8", f"/repositories/7?{query}")
        ]
        assert {status for status, _ in answers} == {403}
        assert len({text for _, text in answers}) == 1


async def at_port(bot: Served, path: str) -> tuple[int, str]:
    async with bot.http.get(f"http://127.0.0.1:{bot.settings.port}{path}") as answer:
        return answer.status, await answer.text()
