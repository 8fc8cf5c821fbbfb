from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.analyser.outcomes import Job
from bot.analyser.supervisor import Analyser
from bot.models.light_record import LightRecord


class Anything(LightRecord):
    """A shape that whatever the tests' jobs answer fits."""

    n: Any = None
    text: Any = None
    pid: Any = None
    who: Any = None
    packs: Any = None
    error: Any = None
    texts: Any = None
    refusal: Any = None
    environment: Any = None
    isolated: Any = None

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]


Ask = Callable[..., Job[Anything]]


@pytest.fixture
def ask() -> Ask:
    """Make a job whose result may be any JSON object: `ask("echo", b"payload", seconds=1, word="parameter")`."""

    def job(name: str, /, *payloads: bytes, seconds: float | None = None, **parameters: object) -> Job[Anything]:
        return Job(name, Anything, parameters, payloads, seconds)

    return job


@pytest.fixture(scope="module")
def hostile() -> Iterator[Analyser]:
    """One slot whose jobs do what hostile files do."""
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        yield analyser


@pytest.fixture(scope="module")
def readers() -> Iterator[Analyser]:
    """One slot whose jobs read files with the libraries that the scan and the rules use."""
    with Analyser(registry="tests.analyser.readers", slots=1) as analyser:
        yield analyser
