"""Links to runs: plain unless the operator allows signed ones, and those open one run for a while."""

import stat
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest

from bot.models.names import RunId
from bot.settings import Settings
from bot.store.links import RunLinks
from tests.webhooks.serving import settings_in

RUN, OTHER = RunId("20261130T142530Z-3f9a1c72"), RunId("20261130T142530Z-00000000")
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path, OBELIZE_LINK_SECONDS=60)


def token_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["access"][0]


def test_a_link_is_plain_unless_signed_ones_are_on(tmp_path: Path) -> None:
    """No key is made either, and no token opens anything."""
    settings = settings_in(tmp_path)
    links = RunLinks(settings)
    assert links.address(RUN) == f"{settings.public_url}/runs/{RUN}"
    assert list(tmp_path.iterdir()) == []
    assert not links.opens(RUN, jwt.encode({"aud": RUN, "exp": 2**40}, "k" * 32, algorithm="HS256"))


def test_a_signed_link_opens_its_run_until_it_expires(settings: Settings) -> None:
    clock = Clock()
    links = RunLinks(settings, clock)
    token = token_of(links.address(RUN))
    assert links.opens(RUN, token)
    assert not links.opens(OTHER, token)
    clock.now = START + timedelta(seconds=59)
    assert links.opens(RUN, token)
    clock.now = START + timedelta(seconds=60)
    assert not links.opens(RUN, token)


def test_the_next_start_opens_the_links_of_the_one_before(settings: Settings) -> None:
    token = token_of(RunLinks(settings, Clock()).address(RUN))
    assert RunLinks(settings, Clock()).opens(RUN, token)
    (settings.data / "link.key").unlink()
    assert not RunLinks(settings, Clock()).opens(RUN, token)


def test_only_the_owner_reads_the_key(settings: Settings) -> None:
    RunLinks(settings)
    path = settings.data / "link.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == 32
    assert [entry.name for entry in settings.data.iterdir()] == ["link.key"]


def test_processes_that_start_together_share_one_key(settings: Settings) -> None:
    tokens: list[str] = []
    threads = [
        threading.Thread(target=lambda: tokens.append(token_of(RunLinks(settings, Clock()).address(RUN))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    opener = RunLinks(settings, Clock())
    assert [opener.opens(RUN, token) for token in tokens] == [True] * 8


@pytest.mark.parametrize(
    ("claims", "algorithm"),
    [
        pytest.param({"aud": RUN, "exp": 2**40}, "HS512", id="another algorithm"),
        pytest.param({"exp": 2**40}, "HS256", id="no run"),
        pytest.param({"aud": RUN}, "HS256", id="no end"),
        pytest.param({"aud": OTHER, "exp": 2**40}, "HS256", id="another run"),
        pytest.param({"aud": RUN, "exp": 2**400}, "HS256", id="an end beyond all times"),
        pytest.param({"aud": RUN, "exp": "tomorrow"}, "HS256", id="an end that is no number"),
    ],
)
def test_even_with_the_key_only_a_whole_token_opens(
    settings: Settings, claims: dict[str, object], algorithm: str
) -> None:
    links = RunLinks(settings, Clock())
    key = (settings.data / "link.key").read_bytes()
    with_key = jwt.encode(claims, key * 2, algorithm) if algorithm == "HS512" else jwt.encode(claims, key, algorithm)
    assert not links.opens(RUN, with_key)


def test_an_unsigned_token_opens_nothing(settings: Settings) -> None:
    """`alg: none` is the oldest of tricks."""
    links = RunLinks(settings, Clock())
    assert not links.opens(RUN, jwt.encode({"aud": RUN, "exp": 2**40}, "", algorithm="none"))
    for text in ("", ".", "a.b.c", "é" * 10, "x" * 100_000):
        assert not links.opens(RUN, text)
