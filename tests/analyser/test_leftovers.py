"""No child is left behind, however the worker ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.analyser.outcomes import Died, Done, Job, Outcome
from bot.analyser.supervisor import Analyser, AnalyserUnavailableError
from tests.analyser.conftest import Anything, Ask

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
LONG = 200.0  # longer than any test waits, and less than the processor time of a child

WORKER = f"""
import signal, sys
sys.path.insert(0, sys.argv[1])
from bot.models.light_record import LightRecord
from bot.analyser.outcomes import Job
from bot.analyser.supervisor import Analyser
class Shape(LightRecord):
    pid: int
    environment: tuple[str, ...]
    isolated: int
signal.signal(signal.SIGINT, signal.default_int_handler)
about, hang = Job("tell_about_itself", Shape), Job("hang", Shape, seconds={LONG})
with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
    for outcome in analyser.run([about, hang] if sys.argv[2] == "busy" else [about]):
        print(outcome.result.pid, flush=True)
    sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")


def state_of(pid: int) -> str:
    """The state of a process as proc(5) names it: R computes, S waits, Z is not collected yet; "" when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it holds within a time that only a fault could exceed."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def worker_with_child(state: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A worker of its own whose one child computes ("busy") or waits for a job ("idle"), and the child's pid."""
    command = [sys.executable, "-c", WORKER, str(ROOT), state]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as worker:
        assert worker.stdout is not None
        child = int(worker.stdout.readline())
        try:
            assert eventually(lambda: state_of(child) == ("R" if state == "busy" else "S"))
            yield worker, child
        finally:
            worker.kill()


def pid_of_child(analyser: Analyser, ask: Ask) -> int:
    (outcome,) = analyser.run([ask("tell_about_itself")])
    assert isinstance(outcome, Done)
    return int(str(outcome.result["pid"]))


@pytest.mark.parametrize("state", ["busy", "idle"])
def test_a_worker_that_is_killed_takes_its_child_along(state: str) -> None:
    with worker_with_child(state) as (worker, child):
        worker.send_signal(signal.SIGKILL)
        assert eventually(lambda: state_of(child) in {"", "Z"})


@pytest.mark.parametrize("state", ["busy", "idle"])
def test_an_interrupt_at_the_terminal_ends_the_child_and_then_the_worker(state: str) -> None:
    with worker_with_child(state) as (worker, child):
        worker.send_signal(signal.SIGINT)
        assert worker.wait(PATIENCE) == -signal.SIGINT
        assert state_of(child) == ""


def test_a_child_that_speaks_unasked_is_not_given_another_job(ask: Ask) -> None:
    """The beginning of a frame would otherwise swallow the next answer, until the deadline of an innocent job."""
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        child = pid_of_child(analyser, ask)
        (first,) = analyser.run([ask("answer_and_begin_another")])
        assert eventually(lambda: state_of(child) == "S")
        (second,) = analyser.run([ask("echo", seconds=1.0)])
    assert [type(first), type(second)] == [Done, Done]


def test_a_child_that_ended_while_it_waited_is_replaced(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        child = pid_of_child(analyser, ask)
        os.kill(child, signal.SIGKILL)
        assert pid_of_child(analyser, ask) != child


def test_closing_ends_the_children(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        child = pid_of_child(analyser, ask)
        assert state_of(child) != ""
    assert state_of(child) == ""


def test_closing_ends_the_job_that_is_under_way_and_those_that_wait(ask: Ask) -> None:
    submitted = {"hang": threading.Event(), "echo": threading.Event()}
    ended: dict[str, Outcome[Anything] | AnalyserUnavailableError] = {}

    def jobs(name: str) -> Iterator[Job[Anything]]:
        yield ask(name, seconds=LONG)
        submitted[name].set()

    def run(name: str) -> None:
        try:
            ended[name] = next(analyser.run(jobs(name)))
        except AnalyserUnavailableError as error:
            ended[name] = error

    threads = [threading.Thread(target=run, args=[name]) for name in submitted]
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        child = pid_of_child(analyser, ask)
        for thread, event in zip(threads, submitted.values(), strict=True):
            thread.start()
            assert event.wait(PATIENCE)
        assert eventually(lambda: state_of(child) == "R")
    for thread in threads:
        thread.join(PATIENCE)
    assert isinstance(ended["hang"], Died | AnalyserUnavailableError)
    assert isinstance(ended["echo"], AnalyserUnavailableError)
    assert state_of(child) == ""


def test_descriptors_do_not_pile_up_while_children_die(ask: Ask) -> None:
    def count() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        list(analyser.run([ask("echo")]))
        before = count()
        list(analyser.run([ask("leave", status=1), ask("leave", status=1), ask("echo")]))
        assert count() == before
