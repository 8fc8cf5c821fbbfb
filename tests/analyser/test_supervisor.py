"""How a run goes: order, look-ahead, stopping, sharing, replacing children, and what is no file's fault."""

import itertools
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.analyser.limits import Limits
from bot.analyser.outcomes import Done, Job, Outcome
from bot.analyser.supervisor import (
    WORK_FOR_ONE,
    Analyser,
    AnalyserUnavailableError,
    AnalysisStoppedError,
    default_slots,
)
from tests.analyser.conftest import Anything, Ask


def pids(outcomes: Iterator[Outcome[Anything]]) -> list[object]:
    return [outcome.result["pid"] for outcome in outcomes if isinstance(outcome, Done)]


def test_outcomes_come_in_the_order_of_the_jobs_whatever_the_slots(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=3) as analyser:
        outcomes = list(analyser.run(ask("echo", b"x" * (n * 7 % 50_000), n=n) for n in range(300)))
    assert [outcome.result["n"] for outcome in outcomes if isinstance(outcome, Done)] == list(range(300))
    assert [len(o.payloads[0]) for o in outcomes if isinstance(o, Done)] == [n * 7 % 50_000 for n in range(300)]


def test_payloads_larger_than_any_pipe_go_there_and_back(hostile: Analyser, ask: Ask) -> None:
    large = (os.urandom(3_000_000), b"", os.urandom(1_000_000))
    (outcome,) = hostile.run([ask("echo", *large)])
    assert isinstance(outcome, Done)
    assert outcome.payloads == large


def test_every_child_gets_the_setup(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", setup={"packs": ["é"]}, slots=1) as analyser:
        (outcome,) = analyser.run([ask("setup")])
    assert isinstance(outcome, Done)
    assert outcome.result["packs"] == ["é"]


def test_an_analyser_that_is_asked_nothing_starts_nothing(ask: Ask) -> None:
    with Analyser() as analyser:
        assert list(analyser.run([])) == []
        assert analyser.confinement is None


def test_little_work_after_none_gets_one_child(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        assert list(analyser.run([])) == []
        assert len(set(pids(analyser.run([ask("tell_about_itself") for _ in range(4)])))) == 1


def test_jobs_are_drawn_only_so_far_ahead_of_the_outcome_that_is_due(ask: Ask) -> None:
    drawn = itertools.count()
    jobs = (ask("echo", n=next(drawn)) for _ in itertools.count())
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=Limits(look_ahead_jobs=5)) as analyser:
        outcomes = analyser.run(jobs)
        for n in range(20):
            next(outcomes)
            assert next(drawn) <= 2 * n + 7  # the probe itself counts as a draw


def test_jobs_are_drawn_only_while_their_bytes_fit(ask: Ask) -> None:
    drawn: list[int] = []

    def jobs() -> Iterator[Job[Anything]]:
        for n in range(20):
            drawn.append(n)
            yield ask("echo", bytes(1_000))

    limits = Limits(look_ahead_bytes=2_500)
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=limits) as analyser:
        outcomes = analyser.run(jobs())
        next(outcomes)
        assert len(drawn) == 3  # two wait, the third is in hand


def test_a_job_larger_than_the_look_ahead_is_still_asked(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=Limits(look_ahead_bytes=10)) as analyser:
        outcomes = list(analyser.run(ask("echo", bytes(100)) for _ in range(3)))
    assert [type(outcome) for outcome in outcomes] == [Done] * 3


def test_a_run_that_is_superseded_stops_between_two_jobs(hostile: Analyser, ask: Ask) -> None:
    asked = itertools.count(1)
    outcomes = hostile.run((ask("echo") for _ in range(100)), stop=lambda: next(asked) == 4)
    with pytest.raises(AnalysisStoppedError):
        list(outcomes)
    assert next(asked) == 5
    assert isinstance(next(hostile.run([ask("echo")])), Done)


def test_an_error_of_whoever_draws_the_jobs_reaches_him_unchanged(hostile: Analyser, ask: Ask) -> None:
    def jobs() -> Iterator[Job[Anything]]:
        yield ask("echo")
        raise LookupError("the blob is gone")

    with pytest.raises(LookupError, match="the blob is gone"):
        list(hostile.run(jobs()))


def test_runs_of_several_threads_share_the_slots_and_keep_their_outcomes_apart(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:

        def words(who: str) -> list[object]:
            jobs = (ask("echo", who=f"{who}{n}") for n in range(100))
            return [outcome.result["who"] for outcome in analyser.run(jobs) if isinstance(outcome, Done)]

        with ThreadPoolExecutor(3) as threads:
            found = list(threads.map(words, "abc"))
        assert len(set(pids(analyser.run(ask("tell_about_itself") for _ in range(20))))) <= 2
    assert found == [[f"{who}{n}" for n in range(100)] for who in "abc"]


def test_a_child_outlives_the_thread_whose_run_it_was_started_for(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        found: list[object] = []
        for _ in range(2):
            thread = threading.Thread(target=lambda: found.extend(pids(analyser.run([ask("tell_about_itself")]))))
            thread.start()
            thread.join()
    assert len(found) == 2
    assert found[0] == found[1]


def test_little_work_after_much_starts_no_further_child(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        many = pids(analyser.run(ask("tell_about_itself", b"x" * WORK_FOR_ONE) for _ in range(20)))
        few = pids(analyser.run([ask("tell_about_itself")]))
    assert few[0] in many


@pytest.mark.parametrize(
    ("slots", "weight", "children"), [(2, 1, 1), (2, WORK_FOR_ONE, 2), (1, 1, 1), (1, WORK_FOR_ONE, 1)]
)
def test_children_that_were_expected_do_the_work(ask: Ask, slots: int, weight: int, children: int) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=slots) as analyser:
        analyser.expect(weight, more=True)
        analyser.expect(weight, more=False)
        analyser.expect(weight, more=False)
        found = pids(analyser.run(ask("tell_about_itself", b"x" * weight) for _ in range(20 if children > 1 else 1)))
        assert len(analyser._children) == children
    assert len(set(found)) <= children


def test_nothing_is_started_for_no_work_nor_for_a_little_while_more_may_come(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        analyser.expect(0, more=False)
        analyser.expect(1, more=True)
        assert not analyser._children
        assert analyser.confinement is None


def test_an_analyser_whose_expected_children_cannot_start_says_so_when_it_is_asked(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", setup={"refuse": True}, slots=1) as analyser:
        analyser.expect(WORK_FOR_ONE, more=False)
        with pytest.raises(AnalyserUnavailableError, match="told to refuse"):
            list(analyser.run([ask("echo")]))


def test_an_analyser_may_be_closed_while_its_children_start() -> None:
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        analyser.expect(WORK_FOR_ONE, more=False)
    assert not analyser._children


@pytest.mark.parametrize("number", [1, 3, 600])
def test_the_caller_is_called_once_while_the_analyser_is_at_work(ask: Ask, number: int) -> None:
    called: list[bool] = []
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        outcomes = analyser.run((ask("echo", n=n) for n in range(number)), meanwhile=lambda: called.append(True))
        assert len(list(outcomes)) == number
    assert called == [True]


def test_the_caller_is_called_also_where_there_is_nothing_to_wait_for() -> None:
    called: list[bool] = []
    with Analyser() as analyser:
        assert list(analyser.run([], meanwhile=lambda: called.append(True))) == []
    assert called == [True]


def test_a_child_is_replaced_after_its_share_of_jobs(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=Limits(jobs_per_child=2)) as analyser:
        found = pids(analyser.run(ask("tell_about_itself") for _ in range(5)))
    assert [len(list(group)) for _, group in itertools.groupby(found)] == [2, 2, 1]


def test_a_child_is_replaced_before_its_processor_time_could_run_out(ask: Ask) -> None:
    """No job is started that the kernel's limit could end before its own deadline does."""
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=Limits(cpu_seconds=30, seconds=20)) as analyser:
        short = pids(analyser.run(ask("tell_about_itself") for _ in range(2)))
        long = pids(analyser.run(ask("tell_about_itself", seconds=30.0) for _ in range(1)))
    assert short[0] == short[1]
    assert long[0] != short[0]


def test_a_registry_that_cannot_be_set_up_is_no_files_fault(ask: Ask) -> None:
    with (
        Analyser(registry="tests.analyser.hostile", setup={"refuse": True}, slots=1) as analyser,
        pytest.raises(AnalyserUnavailableError, match=r"ValueError.*this registry was told to refuse"),
    ):
        list(analyser.run([ask("echo")]))


def test_a_registry_that_does_not_exist_is_no_files_fault(ask: Ask) -> None:
    with (
        Analyser(registry="bot.analyser.nowhere", slots=1) as analyser,
        pytest.raises(AnalyserUnavailableError, match=r"bot\.analyser\.nowhere"),
    ):
        list(analyser.run([ask("echo")]))


def test_a_closed_analyser_takes_no_jobs(ask: Ask) -> None:
    analyser = Analyser()
    analyser.close()
    analyser.close()
    with pytest.raises(AnalyserUnavailableError):
        list(analyser.run([ask("echo")]))


def test_ten_thousand_small_jobs_are_ten_thousand_outcomes(hostile: Analyser, ask: Ask) -> None:
    job = ask("echo", b"x = 1\n")
    assert sum(isinstance(outcome, Done) for outcome in hostile.run(job for _ in range(10_000))) == 10_000


@pytest.mark.parametrize(("cores", "slots"), [(1, 1), (3, 3), (8, 8), (96, 8)])
def test_by_default_there_is_a_child_for_each_core_that_this_process_may_use(
    monkeypatch: pytest.MonkeyPatch, cores: int, slots: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert default_slots() == slots


def test_where_the_system_knows_no_affinity_its_cores_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert default_slots() == 1
