"""Answers the pipeline's wants: reads the source, searches bytes, and hands files to the confined analyser.

A shell, sync: it runs in a thread of the worker or in the terminal. Bytes of the repository are searched here and
nothing more; whatever parses them does so in the analyser.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, TypeVar

from bot.analyser.outcomes import Died, Done, Outcome, Raised, Refused, TimedOut
from bot.analyser.outcomes import Job as AnalyserJob
from bot.analyser.supervisor import Analyser
from bot.answers.cache import NO_ANSWERS, Answers
from bot.configuration import Configured, refused_configuration
from bot.looking import Looking
from bot.models.light_record import LightRecord
from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.models.want import (
    Analyse,
    Analysed,
    Answer,
    Both,
    Imported,
    Job,
    JobAnswer,
    Meanwhile,
    NotAnalysed,
    ReadImports,
    Search,
    Want,
)
from bot.source.tree import SourceTree
from bot.vocabulary import Bail

Result = TypeVar("Result")
Progress = Callable[[str, int, int], None]
"""Told the stage, how many of its files are done, and how many there are."""


class Driver(Frozen):
    """One run's means. `stop` is asked between files; a run that is stopped raises `AnalysisStoppedError`.

    What `answers` knows is not asked of the analyser, which starts no child where nothing is left to ask.
    """

    tree: SourceTree
    analyser: Analyser
    max_file_bytes: int
    stop: Callable[[], bool] = lambda: False
    progress: Progress = lambda *_: None
    answers: Answers = NO_ANSWERS

    def drive(self, pipeline: Generator[Want, Answer, Result]) -> Result:
        """Run a pipeline to its end and give what it returns."""
        looking = self._looking()
        try:
            want = next(pipeline)
            while True:
                want = pipeline.send(self._answer(want, looking))
        except StopIteration as finished:
            looking.seen.write()
            self.answers.write()
            result: Result = finished.value
            return result

    def _answer(self, want: Want, looking: Looking) -> Answer:
        match want:
            case Search():
                return looking.search(want)
            case ReadImports():
                return looking.imports(want)
            case Analyse():
                return self._analyse(want)
            case Meanwhile():
                imported: list[Imported] = []
                jobs = self._analyse(want.analyse, lambda: imported.append(looking.imports(want.imports)))
                return Both(jobs, imported[0])

    def _looking(self) -> Looking:
        """Over what earlier runs saw: the same bytes under the same limit hold the same."""
        stamps = {entry.path: entry.stamp for entry in self.tree.listing().entries if entry.stamp is not None}
        seen = self.answers.seen(stamps, f"up to {self.max_file_bytes} bytes")
        searching = partial(self.progress, "searching")
        return Looking(self.tree, self.max_file_bytes, seen, searching, self.analyser.expect)

    def _analyse(self, want: Analyse, meanwhile: Callable[[], None] = lambda: None) -> tuple[JobAnswer, ...]:
        answers: list[JobAnswer | None] = [None] * len(want.jobs)
        sources: dict[int, bytes] = {}
        asked: list[int] = []
        outcomes = self.analyser.run(self._jobs(want.jobs, answers, sources, asked), self.stop, meanwhile)
        for done, outcome in enumerate(outcomes):
            index = asked[done]
            answers[index] = answer = _answer(outcome, sources.pop(index))
            self._remember(want.jobs[index], answer)
            self.progress(want.stage, index + 1, len(want.jobs))
        self.answers.write()
        return tuple(answer if answer is not None else NotAnalysed(Bail.ANALYSER_DIED) for answer in answers)

    def _jobs(
        self, jobs: tuple[Job, ...], answers: list[JobAnswer | None], sources: dict[int, bytes], asked: list[int]
    ) -> Iterator[AnalyserJob[LightRecord]]:
        """The analyser's jobs, each file read when its turn comes; what is known or cannot be read is answered here."""
        contents = self.tree.read([job.path for job in jobs if job.data is None], self.max_file_bytes)
        for index, job in enumerate(jobs):
            content = job.data if job.data is not None else next(contents)[1]
            if isinstance(content, Limitation):
                answers[index] = NotAnalysed(Bail.ANALYSER_DIED, content)
                continue
            known = self.answers.find(job, content) if job.remembered else None
            if known is not None:
                answers[index] = Analysed(known, (), content)
                continue
            sources[index] = content
            asked.append(index)
            yield AnalyserJob(job.name, job.shape, job.parameters, (content,))

    def _remember(self, job: Job, answer: JobAnswer) -> None:
        """Keep an answer that would be the same again: a file that failed may fare better next time."""
        if job.remembered and isinstance(answer, Analysed) and getattr(answer.result, "failed", None) is None:
            self.answers.keep(job, answer.source, answer.result)


def configuration_of(analyser: Analyser, data: bytes, known_packs: frozenset[str]) -> Configured:
    """`.obelize.yml`, read in the confined child; a file that breaks it reads as one problem."""
    parameters: dict[str, Any] = {"known_packs": sorted(known_packs)}
    (outcome,) = analyser.run([AnalyserJob("configuration", Configured, parameters, (data,))])
    if isinstance(outcome, Done):
        return outcome.result
    return refused_configuration("line 1: the file could not be read: it is too deep, too long or malformed")


def _answer(outcome: Outcome[LightRecord], source: bytes) -> JobAnswer:
    match outcome:
        case Done(result, payloads):
            return Analysed(result, payloads, source)
        case TimedOut():
            return NotAnalysed(Bail.ANALYSER_TIMED_OUT)
        case Raised():
            return NotAnalysed(Bail.RULE_FAILED)
        case Died() | Refused():
            return NotAnalysed(Bail.ANALYSER_DIED)
