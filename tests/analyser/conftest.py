from collections.abc import Callable, Iterator

import pytest
from pydantic import BaseModel, ConfigDict

from bot.analyser.outcomes import Job
from bot.analyser.supervisor import Analyser


class Anything(BaseModel):
    """A shape that every JSON object fits."""

    model_config = ConfigDict(extra="allow")

    def __getitem__(self, name: str) -> object:
        return (self.model_extra or {})[name]


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
