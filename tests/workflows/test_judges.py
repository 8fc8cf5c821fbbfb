"""The children that judge proposals: one a run, kept between its questions, never shared, gone when the run is over."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.analyser.outcomes import Done, Job, Outcome
from bot.analyser.supervisor import AnalyserUnavailableError
from bot.models.consultation import GuardVerdict
from bot.models.names import RunId
from bot.workflows import judges as judging
from bot.workflows.judges import Judges
from tests.demo_pack import PACK

FIRST, SECOND, THIRD = (RunId(f"20261130T142530Z-{number:08x}") for number in range(3))
JOB = Job("guard", GuardVerdict, {}, ())


class Noted:
    """An analyser that only notes what is done with it."""

    made: list["Noted"]

    def __init__(self, **_: Any) -> None:
        self.jobs, self.closed, self.broken = 0, False, False
        self.made.append(self)

    def run(self, jobs: list[Job[GuardVerdict]]) -> Iterator[Outcome[GuardVerdict]]:
        if self.broken:
            raise AnalyserUnavailableError("a child did not start")
        self.jobs += len(jobs)
        yield from (Done(GuardVerdict(refusal=None, detail=None), ()) for _ in jobs)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Noted]:
    Noted.made = []
    monkeypatch.setattr(judging, "Analyser", Noted)
    return Noted.made


def test_a_run_keeps_its_own_until_it_is_over(made: list[Noted]) -> None:
    judges = Judges(2)
    for run_id in (FIRST, SECOND, FIRST):
        judges.judge(run_id, PACK, JOB)
    assert [one.jobs for one in made] == [2, 1]
    judges.forget(FIRST)
    judges.judge(FIRST, PACK, JOB)
    assert [one.closed for one in made] == [True, False, False]
    judges.close()
    assert all(one.closed for one in made)


def test_what_a_broken_off_run_left_goes_first(made: list[Noted]) -> None:
    judges = Judges(2)
    for run_id in (FIRST, SECOND, THIRD):
        judges.judge(run_id, PACK, JOB)
    assert [one.closed for one in made] == [True, False, False]


def test_questions_that_are_judged_at_once_share_it(made: list[Noted], monkeypatch: pytest.MonkeyPatch) -> None:
    judges, at_once = Judges(1), threading.Barrier(2, timeout=10)
    alone = Noted.run

    def together(self: Noted, jobs: list[Job[GuardVerdict]]) -> Iterator[Outcome[GuardVerdict]]:
        at_once.wait()
        return alone(self, jobs)

    monkeypatch.setattr(Noted, "run", together)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda _: judges.judge(FIRST, PACK, JOB), range(2)))
    assert [(one.jobs, one.closed) for one in made] == [(2, False)]


def test_one_that_could_not_be_made_ready_is_not_kept(made: list[Noted]) -> None:
    judges = Judges(2)
    judges.judge(FIRST, PACK, JOB)
    made[0].broken = True
    with pytest.raises(AnalyserUnavailableError):
        judges.judge(FIRST, PACK, JOB)
    judges.judge(FIRST, PACK, JOB)
    assert [(one.jobs, one.closed) for one in made] == [(1, True), (1, False)]
