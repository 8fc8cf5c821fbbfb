"""GET /metrics: for this machine, or for whoever has the token; for others there is no such address."""

from pathlib import Path

import pytest

from bot.settings import ConfigurationError
from tests.webhooks.serving import Served, served, settings_in

EVERYWHERE = "::"
TOKEN = "a-token-of-some-length"


async def test_without_a_token_only_this_machine_may_look(bot: Served) -> None:
    assert await bot.deliver("ping", {}) == 202
    status, text, headers = await bot.get("/metrics")
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/plain")
    assert 'obelize_deliveries_total{answer="accepted",event="ping"}' in text
    nowhere = await bot.get("/nowhere", {"Host": "obelize.example.org"})
    assert (await bot.get("/metrics", {"Host": "obelize.example.org"}))[:2] == nowhere[:2]


async def test_with_a_token_nobody_may_look_without_it(tmp_path: Path) -> None:
    async with served(tmp_path, OBELIZE_METRICS_TOKEN=TOKEN) as bot:
        for given in (
            {},
            {"Authorization": TOKEN},
            {"Authorization": f"Bearer {TOKEN}x"},
            {"Authorization": "Bearer é"},
        ):
            assert (await bot.get("/metrics", given))[0] == 404
        assert (await bot.get("/metrics", {"Authorization": f"Bearer {TOKEN}"}))[0] == 200


def test_a_worker_tells_others_only_with_a_token(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="OBELIZE_METRICS_HOST"):
        settings_in(tmp_path, OBELIZE_METRICS_HOST=EVERYWHERE)
    with pytest.raises(ConfigurationError, match="OBELIZE_METRICS_TOKEN"):
        settings_in(tmp_path, OBELIZE_METRICS_TOKEN="short")
    settings_in(tmp_path, OBELIZE_METRICS_HOST=EVERYWHERE, OBELIZE_METRICS_TOKEN=TOKEN)
