"""Alive and ready: a part that is away is named, and its reason is in the log only."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from tests.webhooks.serving import Served, until


async def test_a_healthy_server_is_alive_and_ready(bot: Served) -> None:
    assert (await bot.get("/healthz"))[:2] == (200, "ok\n")
    assert (await bot.get("/readyz"))[:2] == (200, "database: ok\nstorage: ok\nworker: ok\n")


def lose_tables(bot: Served) -> None:
    with bot.services.database.write() as connection:
        connection.execute(sa.text("ALTER TABLE deliveries RENAME TO elsewhere"))


def lose_storage(bot: Served) -> None:
    folder = bot.settings.data / "artifacts"
    for entry in folder.iterdir():
        entry.unlink()
    folder.rmdir()
    folder.write_bytes(b"")


@pytest.mark.parametrize(
    ("lose", "line"), [(lose_tables, "database: unavailable"), (lose_storage, "storage: unavailable")]
)
async def test_a_part_that_is_away_makes_it_unready(
    bot: Served, caplog: pytest.LogCaptureFixture, lose: Callable[[Served], None], line: str
) -> None:
    """It stays alive: a restart would not help."""
    lose(bot)
    status, text, _ = await bot.get("/readyz")
    assert (status, line in text, str(bot.settings.data) in text) == (503, True, False)
    assert any(record.getMessage().startswith("not ready: part=") for record in caplog.records)
    assert (await bot.get("/healthz"))[0] == 200


async def test_a_worker_that_ended_makes_it_unready(bot: Served) -> None:
    await bot.services.intake.stop()
    await until(lambda: not bot.services.intake.works)
    status, text, _ = await bot.get("/readyz")
    assert (status, "worker: unavailable" in text) == (503, True)
    assert await bot.deliver("ping", {}) == 503
