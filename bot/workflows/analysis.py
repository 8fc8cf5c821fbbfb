"""The work of a run on one commit: read it from the bare cache, scan, plan, and write down what was found.

Sync: it runs in a thread. It holds no token and opens no connection; the analyser's children hold even less.
"""

import datetime as dt
import platform
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter

from bot.analyser.supervisor import Analyser
from bot.configuration import Configured, default_config
from bot.consult.records import Asked
from bot.driver import Progress
from bot.evidence.arc_file import ARC, TURN, arc_document
from bot.evidence.archive import zip_archive
from bot.evidence.run_folder import SCREENING, RunFacts, run_folder
from bot.evidence.timings import milliseconds, timings
from bot.models.arc import Arc, RelaySummary
from bot.models.consultation import Consultation
from bot.models.document import FORMAT_VERSION, document
from bot.models.forge import Annotation, CheckReport
from bot.models.given_answer import Given, GivenAnswer
from bot.models.limitation import Limitation, limitation
from bot.models.names import CommitSha, RunId
from bot.models.outcome import Outcome
from bot.models.run import GitState, RunConfig, Trigger
from bot.models.run_key import RunKey
from bot.models.run_steps import Analysed, Begun, Looked, Questions, ToScreen
from bot.models.screening import Amendment, DraftedPlan, ScreeningDocument
from bot.models.screening_task import ScreeningTask
from bot.packs.loaded import LoadedPack
from bot.publish.offering import OfferedRun, offering_of
from bot.publish.relevance import UNKNOWN_CHANGES, PullChanges, is_dependency_file
from bot.render import render_text
from bot.screening.held import Held, Planned, under_held
from bot.screening.landing import need_of
from bot.source.git_failed import GitFailed, OverLimit
from bot.source.git_objects import GitObjects, TreeBounds
from bot.source.memory import MemoryTree
from bot.source.pull_diff import PullDiff
from bot.source.tree import Listing
from bot.store.artifacts import Artifacts, RunFolder
from bot.vocabulary import AnsweredBy, Conclusion, ExitCode, LimitationCode, RunMode
from bot.workflows.model_part import Consulted, ModelPart
from bot.workflows.offering_part import OfferingPart
from bot.workflows.planning import Planning
from bot.workflows.reading import Reading
from bot.workflows.relaying import Relayed, Relaying
from bot.workflows.telling import RelayTold, Told, tell
from bot.workflows.used_packs import pack_files, used_packs

ANNOTATIONS = TypeAdapter(list[Annotation])
CONSULTATIONS = TypeAdapter(list[Consultation])


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which commit of which pull request, where its objects are, and how the result is to be reached.

    `merge_base` is null where GitHub or git could not tell it. `config` are the bytes of `.obelize.yml`, if any.
    `bounds` are what may be read of the commit. `asked` is the model that may be asked, null for none; `answers` are
    what it answered where it was. `screens` tells that it may amend the plan and was not asked to yet, `screened` is
    how that went where it was; `held` are amendments of earlier heads. `relaying` is there where questions go out as
    turns, `relayed` is what came of that.
    """

    key: RunKey
    begun: Begun
    looked: Looked
    git_dir: Path
    merge_base: CommitSha | None
    config: bytes | None
    details_url: str
    now: Callable[[], dt.datetime]
    stop: Callable[[], bool]
    progress: Progress
    asked: Asked | None = None
    answers: Consulted | None = None
    screens: bool = False
    screened: ScreeningDocument | None = None
    held: tuple[Amendment, ...] = ()
    bounds: TreeBounds | None = None
    relaying: Relaying | None = None
    relayed: Relayed | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Carries assignments out with the packs of this process."""

    packs: tuple[LoadedPack, ...]
    artifacts: Artifacts

    def carry_out(self, task: Assignment) -> Analysed | Questions | ToScreen:
        """What was found, told; or what a model is to be asked, or shown, before that can be told.

        A repository over a limit is told as such. Raises GitFailed, StoreError, AnalyserUnavailableError, and
        AnalysisStoppedError once `stop` says so.
        """
        try:
            return self._carried_out(task)
        except OverLimit as error:
            return self.over_limit(task, error)

    def _carried_out(self, task: Assignment) -> Analysed | Questions | ToScreen:
        started = task.now()
        planning = Planning(self.packs, task.git_dir, task.key.repository_id)
        with planning.analyser(task.config, asking=task.asked is not None) as analyser:
            configured = planning.configured(analyser, task.config)
            if configured is not None and configured.problems:
                return self._unusable(task, configured)
            if configured is not None and configured.settings.paused:
                return self.paused(task.key, by_comment=False)
            with closing(GitObjects(task.git_dir, task.looked.head_sha, bounds=task.bounds)) as tree:
                changes = _changes(task)
                reading = self._reading(task, configured, tree, changes)
                task, planned = self._planned(task, reading, analyser)
        if isinstance(planned, ToScreen):
            return planned
        assert planned.outcome.plan is not None
        asks = reading.asks and task.asked is not None
        if planned.outcome.plan.consultations and task.answers is None:
            return self._questions(task, planned.outcome.plan.consultations)
        quiet = configured is not None and configured.settings.quiet
        if asks and task.relaying is None and task.asked is not None and task.answers is None:
            task = replace(task, answers=Consulted(task.asked))
        analysed = self._told(task, planned.outcome, planned.config, changes, started, quiet=quiet)
        in_repository = configured is not None and configured.settings.artifacts is not None
        return analysed.model_copy(update={"in_repository": in_repository})

    def _reading(
        self, task: Assignment, configured: Configured | None, tree: GitObjects, changes: PullChanges
    ) -> Reading:
        listing = tree.listing()
        if not changes.known:
            unknown = limitation(LimitationCode.DIFF_NOT_KNOWN)
            listing = Listing(listing.entries, (*listing.limitations, unknown))
        return Reading(
            packs=self.packs,
            git_dir=task.git_dir,
            repository_id=task.key.repository_id,
            config=task.config,
            configured=configured,
            tree=tree,
            listing=listing,
            given=_given(task),
            asking=task.asked is not None,
            stop=task.stop,
            progress=task.progress,
        )

    def _planned(self, task: Assignment, reading: Reading, analyser: Analyser) -> tuple[Assignment, Planned | ToScreen]:
        """The run as models amended its plan; with the relay also with what was replied, which the task then holds."""
        if task.screened is not None:
            return task, reading.planned(analyser, task.screened.plan)

        def again(amended: DraftedPlan) -> Planned:
            return reading.planned(analyser, amended)

        base = reading.planned(analyser)
        if task.relaying is not None and reading.asks and base.outcome.scan.packs:
            relayed = task.relaying.carry_out(base, reading.source, again)
            task = replace(task, relayed=relayed, screened=relayed.screened, answers=relayed.consulted)
            return task, relayed.planned
        holds = task.held if reading.lets_models else ()
        held = under_held(base, holds, reading.source if holds else None, again)
        if task.screens and reading.asks:
            shown = self._to_screen(task, held)
            if shown is not None:
                return task, shown
        if held.outcome is not None:
            document = ScreeningDocument(
                version=FORMAT_VERSION, outcome=held.outcome, plan=held.plan, prompt_sha256=None
            )
            task = replace(task, screened=document)
        return task, held.planned

    def _questions(self, task: Assignment, consultations: Sequence[Consultation]) -> Questions:
        document = CONSULTATIONS.dump_json(list(consultations))
        return Questions(consultations=self.artifacts.put_blob(task.key, document), count=len(consultations))

    def _to_screen(self, task: Assignment, held: Held) -> ToScreen | None:
        """The plan for a model to amend; null where it needs nothing, and nobody wants anything."""
        env = held.planned.env(held.plan, None)
        if need_of(held.plan, env, task.looked.words) is None:
            return None
        shown = ScreeningTask(
            plan=held.plan,
            blocked={str(pack): block for pack, block in env.blocked.items()},
            named=tuple(sorted(held.planned.named)),
            config=held.planned.config,
            held=held.outcome,
        )
        return ToScreen(task=self.artifacts.put_blob(task.key, document(shown)))

    # ---- what is told

    def _told(
        self,
        task: Assignment,
        outcome: Outcome,
        config: RunConfig,
        changes: PullChanges,
        started: dt.datetime,
        *,
        quiet: bool,
    ) -> Analysed:
        relayed = task.relayed
        findings = relayed.arc.findings if relayed is not None else ()
        part = ModelPart.of(outcome, task.answers, findings) if task.answers is not None else None
        outcome = part.outcome if part is not None else outcome
        model = part.account if part is not None else None
        packs = [loaded.pack for loaded in self.packs]
        screening = task.screened.outcome if task.screened is not None else None
        told = tell(
            outcome,
            packs,
            changes,
            quiet=quiet,
            details_url=task.details_url,
            model=model,
            screening=screening,
            relay=RelayTold(RelaySummary.of(relayed.arc), relayed.turn) if relayed is not None else None,
        )
        self._keep(task, outcome, config, told.folder_report, started, part)
        self._offer(task, outcome, told, quiet=quiet)
        return self._analysed(
            task.key,
            told.conclusion,
            told.report,
            told.annotations,
            relevant=told.relevant,
            quiet=quiet,
            rows_left=told.rows_left,
        )

    def over_limit(self, task: Assignment, over: OverLimit) -> Analysed:
        """What is told where there is too much: a run that saw no file, and says over which limit the repository is."""
        started = task.now()
        nothing = Listing((), (limitation(LimitationCode.REPOSITORY_OVER_LIMIT, detail=str(over)),))
        planning = Planning(self.packs, task.git_dir, task.key.repository_id, remembers=False)
        with planning.analyser(None, asking=False) as analyser:
            request = planning.request(nothing, None, asking=False)
            outcome = planning.outcome(MemoryTree({}), analyser, request, lambda: False, task.progress)
        unread = replace(task, answers=None, screened=None, relayed=None)
        return self._told(unread, outcome, request.config, UNKNOWN_CHANGES, started, quiet=False)

    def paused(self, key: RunKey, *, by_comment: bool) -> Analysed:
        """What is told where nothing is to be read."""
        summary = render_text("check/paused.md.j2", by_comment=by_comment)
        report = CheckReport(title="Obelize is paused", summary=summary, text=None)
        return self._analysed(key, Conclusion.SWITCHED_OFF, report, quiet=True)

    def _unusable(self, task: Assignment, configured: Configured) -> Analysed:
        summary = render_text("check/configuration.md.j2", problems=configured.problems)
        report = CheckReport(title=".obelize.yml cannot be used", summary=summary, text=None)
        return self._analysed(task.key, Conclusion.RUN_FAILED, report)

    def _analysed(
        self,
        key: RunKey,
        conclusion: Conclusion,
        report: CheckReport,
        annotations: Sequence[Annotation] = (),
        *,
        relevant: bool = False,
        quiet: bool = False,
        rows_left: int = 0,
    ) -> Analysed:
        def kept(data: bytes) -> str:
            return self.artifacts.put_blob(key, data)

        return Analysed(
            conclusion=conclusion,
            relevant=relevant,
            quiet=quiet,
            report=kept(report.model_dump_json().encode()),
            annotations=kept(ANNOTATIONS.dump_json(list(annotations))),
            rows_left=rows_left,
        )

    def _offer(self, task: Assignment, outcome: Outcome, told: Told, *, quiet: bool) -> None:
        """Keep what the run has to offer, with all bytes that somebody may have committed later."""
        assert outcome.plan is not None
        folder = RunFolder(task.key.repository_id, RunId(task.begun.run_id))
        judged = task.answers.judged if task.answers is not None else ()
        part = OfferingPart(self.artifacts, folder, task.git_dir, task.looked.head_sha, task.merge_base)
        proposed = part.proposed(judged)
        offering = offering_of(
            OfferedRun(
                run_id=folder.run_id,
                repository=task.looked.full_name,
                pull=task.key.pull,
                head_sha=task.looked.head_sha,
                base_sha=task.looked.base_sha,
                relevance=told.relevance,
                quiet=quiet,
                conclusion=told.conclusion,
                report=told.report,
            ),
            outcome.plan,
            told.account,
            [loaded.pack for loaded in used_packs(self.packs, outcome)],
            judged,
            proposed,
            part.executable() if outcome.plan.files or proposed else frozenset(),
            task.relayed.turn if task.relayed is not None else None,
        )
        part.keep(offering.model_dump_json().encode(), outcome.plan, proposed)
        if judged:
            asked = [one.exchange.question for one in judged]
            self.artifacts.put_questions(folder, CONSULTATIONS.dump_json(asked))

    def _keep(
        self,
        task: Assignment,
        outcome: Outcome,
        config: RunConfig,
        report: str,
        started: dt.datetime,
        part: "ModelPart | None",
    ) -> None:
        assert outcome.plan is not None
        packs = pack_files(self.packs, outcome)
        finished = task.now()
        facts = RunFacts(
            run_id=task.begun.run_id,
            mode=RunMode.PLAN,
            trigger=_trigger(task),
            parent=task.relayed.parent if task.relayed is not None else None,
            exit_code=ExitCode.ROWS_LEFT if outcome.plan.withheld else ExitCode.DONE,
            python=platform.python_version(),
            platform=platform.system(),
            git=GitState(sha=task.looked.head_sha, branch=task.looked.head_ref, dirty=False),
            config=config,
            timings=timings(
                started,
                finished,
                plan_ms=milliseconds(started, finished),
                model_ms=part.milliseconds if part is not None else None,
            ),
            model=part.summary if part is not None else None,
            screening=task.screened.outcome if task.screened is not None else None,
            relay=RelaySummary.of(task.relayed.arc) if task.relayed is not None else None,
            beside={
                **(_arc_files(task.relayed.arc) if task.relayed is not None else {}),
                **({SCREENING: document(task.screened)} if task.screened is not None else {}),
                **(part.files if part is not None else {}),
            },
        )
        files = run_folder(outcome, facts, packs, report)
        folder = RunFolder(task.key.repository_id, RunId(task.begun.run_id))
        self.artifacts.put_run(folder, files, zip_archive(task.begun.run_id, files))


def _arc_files(arc: Arc) -> dict[str, bytes]:
    """The arc, and the turn that is open."""
    turn = {TURN: arc.pending.prompt.encode()} if arc.pending is not None else {}
    return {ARC: arc_document(arc), **turn}


def _given(task: Assignment) -> Given:
    """What people answered by comment. A later head may not ask any more, so none of it insists."""
    answers = task.looked.answers.items()
    return {key: GivenAnswer(value, AnsweredBy.PERSON, insists=False) for key, value in answers}


def _changes(task: Assignment) -> PullChanges:
    """What the pull request changes, or that it cannot be told."""
    if task.merge_base is None:
        return UNKNOWN_CHANGES
    try:
        with PullDiff(task.git_dir, task.merge_base, task.looked.head_sha, default_config().max_file_bytes) as diff:
            paths = frozenset(changed.path for changed in diff.changes())
            lines = {}
            for path, changed in diff.lines(path for path in paths if is_dependency_file(path)):
                if not isinstance(changed, Limitation):
                    both = (*changed.removed, *changed.added)
                    lines[path] = tuple(line.text.decode(errors="replace") for line in both)
    except GitFailed:
        return UNKNOWN_CHANGES
    return PullChanges(known=True, paths=paths, dependency_lines=lines)


def _trigger(task: Assignment) -> Trigger:
    return Trigger(
        argv=None,
        delivery=task.begun.trigger,
        repository=task.looked.full_name,
        pull_request=task.key.pull,
        head=task.looked.head_sha,
        base=task.looked.base_sha,
        command=task.begun.command,
        given_by=task.begun.given_by,
    )
