"""The children that judge what a model proposes: kept from one question of a run to its next.

A child takes half a second to start, and a run may ask fifty questions, each in a step of its own. What a child was
given belongs to one repository at one commit (`bot.analyser.supervisor`), so none is shared between runs.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from bot.analyser.jobs import REGISTRY
from bot.analyser.outcomes import Job, Outcome
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser, AnalyserUnavailableError
from bot.models.consultation import GuardVerdict
from bot.models.names import PackId, RunId
from bot.packs.schema import Pack

_Key = tuple[RunId, PackId]


@dataclass(slots=True)
class _Judge:
    """An analyser, and how many questions wait for it now."""

    analyser: Analyser
    waiting: int = 0


class Judges:
    """At most `most` that nobody waits for. A run that broke off leaves its own behind; they are the first to go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._judges: dict[_Key, _Judge] = {}

    def judge(self, run_id: RunId, pack: Pack, job: Job[GuardVerdict]) -> Outcome[GuardVerdict]:
        """What becomes of the job of this run; raises `AnalyserUnavailableError` where no child can be made ready."""
        key = (run_id, pack.id)
        with self._lock:
            judge = self._judges.pop(key, None) or _Judge(_analyser(pack))
            self._judges[key] = judge
            judge.waiting += 1
        try:
            (outcome,) = judge.analyser.run([job])
        except AnalyserUnavailableError:
            self._drop(lambda one, _: one == key)
            raise
        finally:
            with self._lock:
                judge.waiting -= 1
        surplus = len(self._judges) - self._most
        if surplus > 0:
            self._drop(lambda one, number: number < surplus and not self._judges[one].waiting)
        return outcome

    def forget(self, run_id: RunId) -> None:
        """The run is over."""
        self._drop(lambda one, _: one[0] == run_id)

    def close(self) -> None:
        """No run is at work any more."""
        self._drop(lambda *_: True)

    def _drop(self, is_over: Callable[[_Key, int], bool]) -> None:
        """End those of which that is said, by their key and their place from the one asked longest ago."""
        with self._lock:
            keys = [key for number, key in enumerate(self._judges) if is_over(key, number)]
            over = [self._judges.pop(key) for key in keys]
        for judge in over:
            judge.analyser.close()


def _analyser(pack: Pack) -> Analyser:
    return Analyser(registry=REGISTRY, setup=setup([pack], (), rewriting=False, asking=True))
