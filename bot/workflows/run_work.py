"""What the steps of a run do. Each may run again after a crash, and finds what it left before it makes anything."""

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from bot.analyser.supervisor import AnalysisStoppedError
from bot.configuration import FILE_NAME
from bot.consult.ask import is_silence
from bot.consult.kept import judged_of
from bot.consult.provider import Exchange, ProviderError
from bot.consult.records import Judged
from bot.forge.budget import CallBudget
from bot.forge.errors import ForgeError, Missing
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.consultation import Consultation
from bot.models.forge import CheckIdentity, CheckReport, PullState
from bot.models.names import CommitSha, RepositoryId, RunId
from bot.models.reading import read_json
from bot.models.run_ids import time_of
from bot.models.run_key import RunKey
from bot.models.run_steps import (
    Analysed,
    Answer,
    Begun,
    Ending,
    Failure,
    Looked,
    PlanScreened,
    Questions,
    RefKept,
    ToScreen,
)
from bot.models.screening import ScreeningDocument
from bot.models.screening_task import ScreeningTask
from bot.source.git_failed import GitFailed, OverLimit
from bot.store import amendments, runs
from bot.store.amendments import Revision
from bot.store.artifacts import RunFolder
from bot.store.runs import Run
from bot.verify.checks import baseline
from bot.vocabulary import Conclusion, ProviderFailure, RunState, VerifyStatus
from bot.workflows.analysis import ANNOTATIONS, CONSULTATIONS, Analysis, Assignment
from bot.workflows.bounds import in_time, tree_bounds
from bot.workflows.consulting import Consulting, Place
from bot.workflows.lease_keeping import LeaseKeeper
from bot.workflows.model_part import Consulted
from bot.workflows.reaching import fetch_commits
from bot.workflows.relaying import Relaying
from bot.workflows.run_ref_keeping import RunRefKeeping, told_of_ref
from bot.workflows.screening import Screening
from bot.workflows.services import Services
from bot.workflows.speaking import Speaking
from bot.workflows.unclosed_checks import closing_report
from bot.workflows.verdicts import Verdicts

MOST_ATTEMPTS = 5
"""A head whose runs broke this often gets a check that says so, and is left to a person."""
LONGEST_PATIENCE = 12
"""From this attempt on, the waits between two do not grow."""
MOST_ATTEMPTS_TO_SAY_SO = 24
"""Where not even that could be said, it is tried again: some 17 hours, while GitHub may be away or limit the calls."""

_OPENING = CheckReport(
    title="Reading the pull request",
    summary="Obelize fetches the head of this pull request and looks for uses of retired libraries.",
    text=None,
)
_PROGRESS_SECONDS = 10.0
_STOP_SECONDS = 1.0


@dataclass(slots=True)
class RunWork:
    """The steps; `progress_seconds` is how often the check shows how far the work is."""

    services: Services
    forge: Forge
    analysis: Analysis
    progress_seconds: float = _PROGRESS_SECONDS
    budgets: dict[str, CallBudget] = field(default_factory=dict)

    @property
    def _keeper(self) -> LeaseKeeper:
        return LeaseKeeper(self.services)

    async def begin(self, key: RunKey) -> Begun | Ending:
        """Take the lease."""
        return await asyncio.to_thread(self._keeper.begin, key)

    async def look(self, key: RunKey, begun: Begun) -> Looked | Ending:
        """Read the pull request as GitHub has it now, and the repository's own configuration."""
        budget = self._budget(key)
        repository = RepositoryId(key.repository_id)
        try:
            there = await self._repository(key, begun, begun.full_name).state()
            forge = self.forge.repository(begun.installation_id, repository, there.full_name, budget)
            pull = await forge.pulls.state(key.pull)
        except Missing:
            return Ending(state=RunState.DROPPED, conclusion=None, reason="The pull request is gone.")
        refused = await self._refusal(key, pull)
        if refused is not None:
            return refused
        config = await forge.default_branch.file(FILE_NAME)
        holds, revision = await asyncio.to_thread(self._keeper.wishes, key)
        return Looked(
            full_name=there.full_name,
            private=there.private,
            head_sha=CommitSha(pull.head_sha),
            head_ref=pull.head_ref,
            base_sha=CommitSha(pull.base_sha),
            base_ref=pull.base_ref,
            config=await self._kept(key, config),
            answers=await asyncio.to_thread(self._keeper.answers, key),
            held=amendments.written(holds),
            words=revision.words if revision is not None else None,
            words_by=revision.given_by if revision is not None else None,
            baseline=await self._baseline(forge, pull.head_sha),
        )

    async def _baseline(self, forge: RepositoryForge, sha: str) -> VerifyStatus | None:
        """What the repository's own checks say of the head: a critic is told, so it is asked where one may be."""
        if not self.services.settings.is_out_of_band:
            return None
        return baseline(await forge.other_checks.on(sha))

    async def open_check(self, key: RunKey, begun: Begun, looked: Looked) -> Ending | None:
        """The check is in progress at once; what earlier attempts on this head left unfinished is closed."""
        forge = self._repository(key, begun, looked.full_name)
        if key.attempt > 1:
            await self._close_earlier(key, begun, looked, forge)
        await asyncio.to_thread(self._keeper.note_asked, key)
        check = await forge.checks.open(self._identity(key, begun), _OPENING, known_id=await self._known_check(key))
        await asyncio.to_thread(self._keeper.note_check, key, check.id)
        if check.counts:
            return Ending(state=RunState.FINISHED, conclusion=None, reason="The check was posted before a restart.")
        return None

    async def analyse(
        self,
        key: RunKey,
        begun: Begun,
        looked: Looked,
        questions: Questions | None = None,
        answers: Sequence[str | None] = (),
        screened: PlanScreened | Failure | None = None,
    ) -> Analysed | Questions | ToScreen | Ending:
        """Fetch the commit, scan it, plan, and write the run folder; or say what a model is to be asked before that.

        `answers` are the hashes of what it answered to the `questions`, null where asking itself failed. `screened` is
        what amending the plan came to, null where that was not tried yet.
        """
        over = await self.still(key)
        if over is not None:
            return over
        forge = self._repository(key, begun, looked.full_name)
        merge_base = await forge.pulls.merge_base(looked.base_sha, looked.head_sha)
        config = await asyncio.to_thread(self._blob, key, looked.config)
        async with self._shown_progress(key, forge) as progress:
            try:
                present = await self._fetched(key, forge, looked, merge_base)
            except OverLimit as error:
                task = self._assignment(key, begun, looked, None, config, progress)
                return await asyncio.to_thread(self.analysis.over_limit, task, error)
            if looked.head_sha not in present:
                raise GitFailed("GitHub does not hand out the head's commit yet")
            base = merge_base if merge_base in present else None
            task = self._assignment(key, begun, looked, base, config, progress)
            if screened is not None:
                amended = await asyncio.to_thread(self._amended, key, screened)
                task = dataclasses.replace(task, screens=False, screened=amended)
            consulted = None
            if questions is not None:
                consulted = await asyncio.to_thread(self._consulted, key, questions, answers)
            return await self._carried_out(key, dataclasses.replace(task, answers=consulted))

    async def _carried_out(self, key: RunKey, task: Assignment) -> Analysed | Questions | ToScreen | Ending:
        """Stopped in the middle, it ends as it would have before it began."""
        try:
            return await asyncio.to_thread(self.analysis.carry_out, task)
        except AnalysisStoppedError:
            over = await self.still(key)
            if over is None:
                raise
            return over

    async def still(self, key: RunKey) -> Ending | Analysed | None:
        """Before the work and between questions: is anything left to be read or asked for?"""
        gone = await asyncio.to_thread(self._keeper.standing, key)
        if gone is None and await asyncio.to_thread(self._keeper.is_paused, key):
            return await asyncio.to_thread(self.analysis.paused, key, by_comment=True)
        return gone

    async def consult(
        self, key: RunKey, begun: Begun, looked: Looked, questions: Questions, number: int, *, sends: bool
    ) -> Answer:
        """Ask one question, unless it may not be sent, have the answer judged, and keep both."""
        asked = await asyncio.to_thread(self._asked, key, questions)
        question, consulting = asked[number - 1], self._consulting
        data = await consulting.answer(question, self._place(key, begun, looked), sends=sends)
        judged, _ = judged_of(data, question, consulting.request(question))
        kept = await asyncio.to_thread(self.services.artifacts.put_blob, key, data)
        return Answer(kept=kept, silent=is_silence(judged.exchange.outcome))

    async def screen(self, key: RunKey, begun: Begun, looked: Looked, shown: ToScreen) -> PlanScreened:
        """Have the plan screened, and keep how that went."""
        task = read_json(ScreeningTask, await asyncio.to_thread(self._must, key, shown.task))
        screening = Screening(self._consulting, key, amendments.read_written(looked.held), _revision(looked))
        data = await screening.screened(task, self._place(key, begun, looked))
        return PlanScreened(kept=await asyncio.to_thread(self.services.artifacts.put_blob, key, data))

    def _amended(self, key: RunKey, screened: PlanScreened | Failure) -> ScreeningDocument | None:
        """Null where screening itself failed: then the plan stands as it was drafted."""
        return None if isinstance(screened, Failure) else read_json(ScreeningDocument, self._must(key, screened.kept))

    def _place(self, key: RunKey, begun: Begun, looked: Looked) -> Place:
        return Place(
            folder=RunFolder(key.repository_id, RunId(begun.run_id)),
            installation_id=begun.installation_id,
            git_dir=self.services.cache.git_dir(RepositoryId(key.repository_id)),
            head_sha=looked.head_sha,
        )

    @property
    def _consulting(self) -> Consulting:
        services, packs = self.services, self.analysis.packs
        return Consulting(
            services.settings, services.database, services.artifacts, packs, services.judges, services.now
        )

    def _asked(self, key: RunKey, questions: Questions) -> list[Consultation]:
        return CONSULTATIONS.validate_json(self._must(key, questions.consultations))

    def _consulted(self, key: RunKey, questions: Questions, answers: Sequence[str | None]) -> Consulted:
        consulting = self._consulting
        judged: list[Judged] = []
        milliseconds = 0
        for question, sha256 in zip(self._asked(key, questions), answers, strict=True):
            request = consulting.request(question)
            if sha256 is None:
                broken = ProviderError(ProviderFailure.ENDPOINT_UNREACHABLE, "Asking failed in Obelize itself.")
                judged.append(Judged(Exchange(question, request, broken)))
                continue
            one, took = judged_of(self._must(key, sha256), question, request)
            judged.append(one)
            milliseconds += took
        return Consulted(consulting.asked, tuple(judged), milliseconds)

    async def ask_again(self, key: RunKey, begun: Begun, looked: Looked) -> Ending | None:
        """Before anything is said: is the head still the one that was read?"""
        gone = await asyncio.to_thread(self._keeper.standing, key)
        if gone is not None:
            return gone
        forge = self._repository(key, begun, looked.full_name)
        return await self._refusal(key, await forge.pulls.state(key.pull))

    async def keep_ref(self, key: RunKey, begun: Begun, looked: Looked) -> RefKept | Failure:
        """Have the repository hold the run folder, as its owner wants."""
        forge = self._repository(key, begun, looked.full_name)
        folder = RunFolder(key.repository_id, RunId(begun.run_id))
        return await RunRefKeeping(self.services, self.forge).keep(forge, folder, time_of(begun.run_id))

    async def publish(
        self, key: RunKey, begun: Begun, looked: Looked, analysed: Analysed, kept: RefKept | Failure | None = None
    ) -> Ending | None:
        """Post all annotations and the conclusion, once; with what other CI said meanwhile of a commit of ours.

        `kept` is what became of keeping the run folder in the repository, where that was wanted.
        """
        forge = self._repository(key, begun, looked.full_name)
        report = CheckReport.model_validate_json(await asyncio.to_thread(self._must, key, analysed.report))
        annotations = ANNOTATIONS.validate_json(await asyncio.to_thread(self._must, key, analysed.annotations))
        check = await forge.checks.finish(
            self._identity(key, begun),
            told_of_ref(report, kept),
            analysed.conclusion,
            annotations,
            known_id=await self._known_check(key),
        )
        await asyncio.to_thread(self._keeper.note_published, key, check.id, analysed.conclusion)
        await Verdicts(self.services, self.forge).tell(RepositoryId(key.repository_id), key.head_sha)
        return None

    async def suggest(self, key: RunKey, begun: Begun, looked: Looked) -> Ending | None:
        """Suggestions at their lines, each place once for ever."""
        forge = self._repository(key, begun, looked.full_name)
        await self._speaking.suggest(forge, RepositoryId(key.repository_id), key.pull, begun.run_id)
        return None

    async def comment(self, key: RunKey, begun: Begun, looked: Looked) -> Ending | None:
        """The one status comment: on a relevant pull request, or to bring one up to date that is standing."""
        forge = self._repository(key, begun, looked.full_name)
        await self._speaking.comment(forge, RepositoryId(key.repository_id), key.pull, begun.run_id)
        return None

    @property
    def _speaking(self) -> Speaking:
        return Speaking(self.services, self.forge)

    async def close_check(self, key: RunKey, begun: Begun, ending: Ending) -> Ending | None:
        """Close the check of a run that did not finish: overtaken, dropped, or broken."""
        forge = self._repository(key, begun, begun.full_name)
        identity = self._identity(key, begun)
        run = await self._row(key)
        known = run.check_run_id if run else None
        if ending.state is RunState.BROKEN and key.attempt >= MOST_ATTEMPTS:
            report = CheckReport(title="Obelize could not finish", summary=_gave_up(key, ending), text=None)
            await forge.checks.finish(identity, report, Conclusion.INTERNAL_ERROR, (), known_id=known)
            return ending.model_copy(update={"state": RunState.FINISHED, "conclusion": Conclusion.INTERNAL_ERROR})
        if known is None and (run is None or not run.check_asked):
            return None  # it ended before its check was asked for
        closed = await forge.checks.cancel(identity, closing_report(ending.state, ending.reason), known_id=known)
        if closed or known is not None:
            await asyncio.to_thread(self._keeper.forget_check, key)
        return None

    async def end(self, key: RunKey, begun: Begun | None, ending: Ending) -> None:
        """Keep how it ended, give the lease up, forget what the steps handed on."""
        budget = self.budgets.pop(key.text, None)
        known = await asyncio.to_thread(self._keeper.end, key, ending, budget.made if budget else 0)
        await asyncio.to_thread(self.services.artifacts.delete_blobs, key)
        if begun is not None:
            await asyncio.to_thread(self.services.judges.forget, RunId(begun.run_id))
        if begun is not None and not known:
            folder = RunFolder(key.repository_id, RunId(begun.run_id))
            await asyncio.to_thread(self.services.artifacts.delete_run, folder)

    def settled(self, ending: Ending | Failure | None) -> Ending:
        """A failure ends the run as broken; the sweep tries the head again."""
        if isinstance(ending, Ending):
            return ending
        reason = ending.reason if isinstance(ending, Failure) else "Obelize itself failed."
        return Ending(state=RunState.BROKEN, conclusion=None, reason=reason)

    # ---- GitHub

    def _repository(self, key: RunKey, begun: Begun, full_name: str) -> RepositoryForge:
        repository = RepositoryId(key.repository_id)
        return self.forge.repository(begun.installation_id, repository, full_name, self._budget(key))

    def _budget(self, key: RunKey) -> CallBudget:
        limit = self.services.settings.limits.api_calls
        return self.budgets.setdefault(key.text, CallBudget(limit))

    def _identity(self, key: RunKey, begun: Begun) -> CheckIdentity:
        details = self.services.links.address(RunId(begun.run_id))
        return CheckIdentity(head_sha=CommitSha(key.head_sha), external_id=key.text, details_url=details)

    async def _refusal(self, key: RunKey, pull: PullState) -> Ending | None:
        """Why there is nothing to do for this head any more, by what GitHub says now."""
        if not pull.open:
            return Ending(state=RunState.DROPPED, conclusion=None, reason="The pull request was closed.")
        if pull.head_sha != key.head_sha:
            await asyncio.to_thread(self._keeper.admit_head, key, pull.head_sha, pull.base_sha)
            return Ending(state=RunState.SUPERSEDED, conclusion=None, reason="A newer head took over.")
        return None

    async def _close_earlier(self, key: RunKey, begun: Begun, looked: Looked, forge: RepositoryForge) -> None:
        """Checks of earlier attempts that broke before they could close them."""
        prefix = key.text.rpartition("/")[0] + "/"
        report = CheckReport(title="Tried again", summary="A further attempt on this head took over.", text=None)
        for check in await forge.checks.ours(looked.head_sha):
            torn = not check.finished and check.external_id != key.text
            if torn and (check.external_id or "").startswith(prefix):
                earlier = self._identity(key, begun).model_copy(update={"external_id": check.external_id})
                await forge.checks.cancel(earlier, report)

    async def _known_check(self, key: RunKey) -> int | None:
        run = await self._row(key)
        return run.check_run_id if run else None

    async def _row(self, key: RunKey) -> Run | None:
        def read() -> Run | None:
            with self.services.database.read() as connection:
                return runs.find(connection, key)

        return await asyncio.to_thread(read)

    async def _fetched(
        self, key: RunKey, forge: RepositoryForge, looked: Looked, merge_base: CommitSha | None
    ) -> tuple[CommitSha, ...]:
        wanted = [looked.head_sha, *([merge_base] if merge_base is not None else [])]
        return (await fetch_commits(self.services, forge, RepositoryId(key.repository_id), *wanted)).present

    @asynccontextmanager
    async def _shown_progress(self, key: RunKey, forge: RepositoryForge) -> AsyncIterator["_Progress"]:
        """While the block runs, the check says how far the work is; the last word is always posted after it."""
        progress = _Progress()
        task = asyncio.create_task(self._post_progress(key, forge, progress))
        try:
            yield progress
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _post_progress(self, key: RunKey, forge: RepositoryForge, progress: "_Progress") -> None:
        check_run_id = await self._known_check(key)
        while check_run_id is not None:
            await asyncio.sleep(self.progress_seconds)
            try:
                await forge.checks.progress(check_run_id, progress.report())
            except ForgeError:
                return  # a live line is a courtesy; what matters comes at the end

    # ---- the work itself

    def _assignment(
        self,
        key: RunKey,
        begun: Begun,
        looked: Looked,
        merge_base: CommitSha | None,
        config: bytes | None,
        progress: "_Progress",
    ) -> Assignment:
        return Assignment(
            key=key,
            begun=begun,
            looked=looked,
            git_dir=self.services.cache.git_dir(RepositoryId(key.repository_id)),
            merge_base=merge_base,
            config=config,
            details_url=self.services.links.address(RunId(begun.run_id)),
            now=self.services.now,
            stop=in_time(self.services.settings.limits, _StopQuestion(self._keeper, key)),
            progress=progress,
            bounds=tree_bounds(self.services.settings.limits),
            asked=self._consulting.asked if self._consulting.is_configured else None,
            screens=self.services.settings.screens,
            held=tuple(one.amendment for one in amendments.read_written(looked.held)),
            relaying=self._relaying(key, begun, looked) if self.services.settings.is_out_of_band else None,
        )

    def _relaying(self, key: RunKey, begun: Begun, looked: Looked) -> Relaying:
        services, place = self.services, self._place(key, begun, looked)
        return Relaying(
            settings=services.settings,
            database=services.database,
            now=services.now,
            key=key,
            run_id=RunId(begun.run_id),
            held=amendments.read_written(looked.held),
            revision=_revision(looked),
            baseline=looked.baseline,
            judge=partial(self._consulting.judged, place=place),
        )

    async def _kept(self, key: RunKey, data: bytes | None) -> str | None:
        return None if data is None else await asyncio.to_thread(self.services.artifacts.put_blob, key, data)

    def _blob(self, key: RunKey, sha256: str | None) -> bytes | None:
        return None if sha256 is None else self._must(key, sha256)

    def _must(self, key: RunKey, sha256: str) -> bytes:
        data = self.services.artifacts.read_blob(key, sha256)
        if data is None:
            raise LookupError("what an earlier step handed on is gone")
        return data


class _Progress:
    """The last thing that the driver told, from its thread; read by the loop."""

    def __init__(self) -> None:
        self._now: tuple[str, int, int] = ("reading", 0, 0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._now = (stage, done, total)

    def report(self) -> CheckReport:
        stage, done, total = self._now
        return CheckReport(title=f"{stage.capitalize()}: {done} of {total} files", summary=_OPENING.summary, text=None)


class _StopQuestion:
    """Asked between files, answered from the database at most once a second."""

    def __init__(self, keeper: LeaseKeeper, key: RunKey) -> None:
        self._keeper = keeper
        self._key = key
        self._asked = time.monotonic()

    def __call__(self) -> bool:
        now = time.monotonic()
        if now - self._asked < _STOP_SECONDS:
            return False
        self._asked = now
        return self._keeper.standing(self._key) is not None or self._keeper.is_paused(self._key)


def _revision(looked: Looked) -> Revision | None:
    return Revision(looked.words, looked.words_by or "") if looked.words is not None else None


def _gave_up(key: RunKey, ending: Ending) -> str:
    return (
        f"Obelize tried this head {key.attempt} times and could not finish: {ending.reason}\n\n"
        "Nothing was changed, and nothing is known about this pull request. "
        f'**Next:** press "Re-run" later; if it happens again, tell the operator the run `{key.text}`.'
    )
