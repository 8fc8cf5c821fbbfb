"""The way into the analyser: jobs in, outcomes out, in order, whatever the files do to the children.

One analyser serves one run, that is one repository at one commit: a file that took over a child could see and colour
what else that child is given, so children are never shared between repositories. Within the run, `run` may be called
again and from several threads; all calls share the slots.

    with Analyser(registry="bot.scan.jobs", setup=packs) as analyser:
        for outcome in analyser.run(jobs):
            match outcome: ...
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self

from bot.analyser import protocol, tally
from bot.analyser.frames import Parts, frame
from bot.analyser.limits import Limits
from bot.analyser.outcomes import Died, Done, Failure, Job, Outcome, Raised, Refused, Result, TimedOut
from bot.analyser.process import Child, started
from bot.models.reading import MisfitError, read_json
from bot.models.struct import Frozen
from bot.models.writing import compact
from bot.vocabulary import ChildFate

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

MOST_SLOTS = 8
"""How many children there are by default at most; each may hold what `Limits` says."""

WORK_FOR_ONE = 640 * 1024
"""So many bytes of files take a child about as long as another one takes to start: 0.3 s at 2.3 MB/s."""
LEAST_WORK = 1024
"""What a job costs however small its file is, in bytes of a file."""


class AnalyserUnavailableError(Exception):
    """No child can be made ready, or the analyser is closed: nothing is known about any file."""


class AnalysisStoppedError(Exception):
    """The caller's `stop` said yes; the outcomes so far stand, the others do not exist."""


def default_slots() -> int:
    """As many children as this process may use cores, up to MOST_SLOTS; a container's or taskset's share counts."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    cores = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return min(cores, MOST_SLOTS)


class _Due(Frozen, Generic[Result]):
    """An outcome that the caller waits for, and the bytes held for its job."""

    outcome: "Future[Outcome[Result]]"
    weight: int

    def result(self) -> Outcome[Result]:
        """Wait for the outcome. Raises `AnalyserUnavailableError` when the analyser is closed before there is one."""
        from concurrent.futures import CancelledError

        try:
            return self.outcome.result()
        except CancelledError as error:
            raise AnalyserUnavailableError("closed") from error


class Analyser:
    """A few confined children behind one `run`; a run that is little work gets one of them.

    Children are started when they are needed, each by the thread of its slot, and replaced when one dies, is killed,
    or has served its share. `setup` is the JSON object that the registry in every child gets (see `jobs`). `ahead` is a
    child with that registry which was started already (`process.started`). Close it, or use it as a context manager: an
    analyser that is left open keeps its process from ending while a job is under way.
    """

    def __init__(
        self,
        *,
        registry: str = "bot.analyser.jobs",
        setup: protocol.Document | None = None,
        limits: Limits | None = None,
        slots: int | None = None,
        ahead: Child | None = None,
    ) -> None:
        self._registry = registry
        self._limits = limits or Limits()
        hello = protocol.Hello(memory_bytes=self._limits.memory_bytes, cpu_seconds=self._limits.cpu_seconds)
        self._hello = frame(compact(hello).encode(), protocol.written(setup or {}))
        self._slots = slots or default_slots()
        self._many_began = False
        self._slot = threading.local()
        self._lock = threading.Lock()
        self._children: set[Child] = set()
        self._unready: list[Child] = []
        if ahead is not None:
            self._children.add(ahead)
            self._unready.append(ahead)
        """Started ahead, and taken by the first slots that need one."""
        self._closed = False
        self.confinement: protocol.Confinement | None = None
        """Which walls stand around the children; None until the first one is ready."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every child and every thread; jobs under way end with them. May be called twice."""
        with self._lock:
            self._closed = True
            children = tuple(self._children)
            pools = [self.__dict__[name] for name in ("_many", "_one") if name in self.__dict__]
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.kill()
        for pool in pools:
            pool.shutdown(wait=True)
        for child in tuple(self._children):
            self._retire(child)

    # A pool is made, and what it needs is imported, when a child is there to be waited for: most runs need none. Its
    # threads live until it is shut down, as `kernel.die_with_parent` asks for.

    @cached_property
    def _many(self) -> "ThreadPoolExecutor":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(self._slots, "analyser")

    @cached_property
    def _one(self) -> "ThreadPoolExecutor":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(1, "analyser-alone")

    def run(
        self,
        jobs: Iterable[Job[Result]],
        stop: Callable[[], bool] = lambda: False,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Iterator[Outcome[Result]]:
        """Yield one outcome for each job, in the order of the jobs, as soon as it is due.

        `jobs` is drawn from in the caller's thread, and only as far ahead as the limits say, or as it takes to see
        whether there is work for more than one child. `stop` is asked once a job; `meanwhile` is called once, when for
        the first time nothing is left to do but to wait. Raises `AnalysisStoppedError` and `AnalyserUnavailableError`,
        never anything on account of a file.
        """
        due: deque[_Due[Result]] = deque()
        held = 0
        ahead = iter(jobs)
        # With one slot there is nothing to choose, and nothing is drawn before its turn.
        few = list(_up_to(ahead, WORK_FOR_ONE)) if self._slots > 1 else []
        pool = self._pool_for(few)
        waited = False
        try:
            for job in chain(few, ahead):
                while due and (due[0].outcome.done() or self._is_far_ahead(len(due), held + job.weight)):
                    if not (waited or due[0].outcome.done()):
                        waited = True
                        meanwhile()
                    held -= due[0].weight
                    yield due.popleft().result()
                if stop():
                    raise AnalysisStoppedError
                due.append(_Due(self._submitted(job, pool), job.weight))
                held += job.weight
            if not waited:
                meanwhile()
            while due:
                yield due.popleft().result()
        finally:
            for waiting in due:
                waiting.outcome.cancel()

    def expect(self, weight: int, *, more: bool) -> None:
        """Start the children that files of so many bytes will need, without waiting for them; with `more` to come only
        if it is much already. A child takes as long to start as many files take to be searched.

        The thread that calls has to live until the analyser is closed (see `kernel.die_with_parent`).
        """
        if self._many_began or not weight:
            return
        if weight >= WORK_FOR_ONE or (self._slots == 1 and not more):
            self._many_began = True
            self._start_ahead(self._slots)
        elif not more:
            self._start_ahead(1)

    def _start_ahead(self, number: int) -> None:
        # What a slot needs is imported while the children start.
        self._unready += [self._started() for _ in range(number - len(self._children))]
        with self._lock:
            pool = self._many if self._many_began else self._one
            if not self._closed:
                for _ in range(number):
                    pool.submit(self._child_for, self._limits.seconds)

    def _pool_for(self, few: list[Job[Result]]) -> "ThreadPoolExecutor":
        """One child for little work, unless several are there already."""
        with self._lock:
            if self._slots > 1 and not self._many_began and sum(map(_work, few)) < WORK_FOR_ONE:
                return self._one
            self._many_began = True
            return self._many

    def _is_far_ahead(self, jobs: int, weight: int) -> bool:
        return jobs >= self._limits.look_ahead_jobs or weight > self._limits.look_ahead_bytes

    def _submitted(self, job: Job[Result], pool: "ThreadPoolExecutor") -> "Future[Outcome[Result]]":
        with self._lock:
            if self._closed:
                raise AnalyserUnavailableError("closed")
            return pool.submit(self._outcome, job)

    def _outcome(self, job: Job[Result]) -> Outcome[Result]:
        """What becomes of a job. Only a child that served no other file can say that a file breaks it."""
        seconds = job.seconds or self._limits.seconds
        child = self._child_for(seconds)
        is_fresh = child.asked == 1  # the hello
        outcome = self._ask(child, job, seconds)
        # A hang is not asked twice: that would double its price, and a child's past hardly makes one.
        if isinstance(outcome, Died | Refused) and not is_fresh:
            outcome = self._ask(self._child_for(seconds), job, seconds)
        return outcome

    def _ask(self, child: Child, job: Job[Result], seconds: float) -> Outcome[Result]:
        request = protocol.Request(id=os.urandom(8).hex(), name=job.name)
        message = frame(compact(request).encode(), protocol.written(job.parameters), job.payloads)
        answer = child.exchange(message, seconds)
        outcome = _read(answer, request.id, job.shape) if isinstance(answer, tuple) else answer
        if isinstance(outcome, Died | Refused | TimedOut):
            tally.note(_fate(outcome))
            self._retire(child)
        return outcome

    def _child_for(self, seconds: float) -> Child:
        """The slot's child when it can take a job of so many seconds, else a new one."""
        child: Child | None = getattr(self._slot, "child", None)
        if child is not None and (child.is_waiting() and not self._is_worn(child, seconds)):
            return child
        if child is not None:
            self._retire(child)
        self._slot.child = child = self._ready_child()
        return child

    def _is_worn(self, child: Child, seconds: float) -> bool:
        # A single thread never uses more processor time than wall time, so an honest job cannot reach the limit.
        return child.asked > self._limits.jobs_per_child or child.busy + seconds > self._limits.cpu_seconds

    def _ready_child(self) -> Child:
        with self._lock:
            ahead = self._unready.pop() if self._unready else None
        child = ahead if ahead is not None else self._started()
        answer = child.exchange(self._hello, self._limits.start_seconds)
        if not isinstance(answer, tuple):
            tally.note(ChildFate.NOT_READY)
            self._retire(child)
            raise AnalyserUnavailableError(f"a child did not start: {answer}")
        ready = read_json(protocol.Ready, answer[0])
        if ready.confinement is None:
            tally.note(ChildFate.NOT_READY)
            self._retire(child)
            raise AnalyserUnavailableError(f"a child could not get ready: {ready.failed}: {ready.message}")
        self.confinement = ready.confinement
        return child

    def _started(self) -> Child:
        with self._lock:
            if self._closed:
                raise AnalyserUnavailableError("closed")
            try:
                child = started(self._registry, self._limits)
            except OSError as error:
                raise AnalyserUnavailableError(f"a child did not start: {error}") from error
            self._children.add(child)
        tally.note(ChildFate.STARTED)
        return child

    def _retire(self, child: Child) -> None:
        child.end()
        with self._lock:
            self._children.discard(child)


def _fate(failure: Failure) -> ChildFate:
    match failure:
        case TimedOut():
            return ChildFate.TIMED_OUT
        case Died(memory=True):
            return ChildFate.OUT_OF_MEMORY
        case Died():
            return ChildFate.DIED
        case Refused():
            return ChildFate.MISUNDERSTOOD


def _up_to(jobs: Iterator[Job[Result]], weight: int) -> Iterator[Job[Result]]:
    """The first jobs, until they weigh so much together."""
    taken = 0
    while taken < weight and (job := next(jobs, None)) is not None:
        taken += _work(job)
        yield job


def _work(job: Job[Result]) -> int:
    return max(job.weight, LEAST_WORK)


def _read(parts: Parts, asked: str, shape: type[Result]) -> Outcome[Result]:
    """The outcome that a frame tells of, as far as it can be believed."""
    header, document, *payloads = parts
    try:
        answer = read_json(protocol.Answer, header)
        if answer.id != asked:
            return Refused("the answer to another question")
        if answer.raised is not None:
            return Raised(answer.raised.exception, answer.raised.place)
        return Done(read_json(shape, document), tuple(payloads))
    except MisfitError as error:
        return Refused(f"not an answer: {error}")
