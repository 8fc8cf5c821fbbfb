"""A running server for the tests of the web application."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.webhooks.serving import Served, served


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


class Lines:
    """The receiver's log lines."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog

    def take(self) -> list[str]:
        """What was logged since the last time, by the receiver."""
        found = [record.getMessage() for record in self._caplog.records if record.name == "webhooks.receiver"]
        self._caplog.clear()
        return found


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[Lines]:
    with contextlib.ExitStack() as stack:
        stack.enter_context(caplog.at_level("INFO"))
        yield Lines(caplog)
