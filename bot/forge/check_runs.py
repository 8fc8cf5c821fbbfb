"""The check run `obelize` of a head: found before it is made, and posted so that a crash shows.

A posted annotation can be neither edited nor taken back. So the last batch is what completes a run; a run that has
annotations and is not completed was torn by a crash, is closed as cancelled and replaced. Every method may be called
again after it failed in the middle.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.forge import check_payloads
from bot.forge.client import GitHubClient
from bot.forge.reading import understood
from bot.models.forge import Annotation, AppIdentity, CheckIdentity, CheckReport, CheckRunState
from bot.vocabulary import Conclusion

_TORN = CheckReport(
    title="Interrupted while posting",
    summary="Obelize was interrupted while it posted this check. A complete one takes its place.",
    text=None,
)


class CheckRuns:
    """Our check runs in one repository."""

    def __init__(
        self, client: GitHubClient, repository: dict[str, str], app: Callable[[], Awaitable[AppIdentity]]
    ) -> None:
        self._client = client
        self._repository = repository
        self._app = app

    async def ours(self, head_sha: str, external_id: str | None = None) -> tuple[CheckRunState, ...]:
        """Our check runs on a commit, those of earlier tries too, newest first; of one `external_id` if given.

        Anybody's App may use our name and our id: what another App made is not ours.
        """
        app = await self._app()
        url = "/repos/{owner}/{name}/commits/{ref}/check-runs{?check_name,app_id,filter,per_page}"
        query = {"check_name": check_payloads.CHECK_NAME, "app_id": str(app.id), "filter": "all", "per_page": "100"}
        with understood("check runs"):
            variables = {**self._repository, "ref": head_sha, **query}
            listed = [run async for run in self._client.getiter(url, variables, iterable_key="check_runs")]
            found = [check_payloads.check_run_state(run) for run in listed if check_payloads.is_of(run, app)]
        wanted = (run for run in found if external_id in {None, run.external_id})
        return tuple(sorted(wanted, key=lambda run: run.id, reverse=True))

    async def open(self, identity: CheckIdentity, report: CheckReport, *, known_id: int | None = None) -> CheckRunState:
        """The check run to work on: the one that an earlier try left, if it can still be used, or a new one.

        One that already counts is returned as it is. What was torn is closed. `known_id` is what an earlier call
        returned: it is asked for by itself where GitHub's list does not show it yet.
        """
        standing = await self._standing(identity, known_id)
        counting = next((run for run in standing if run.counts), None)
        unfinished = [run for run in standing if not run.finished]
        usable = counting or next((run for run in unfinished if not run.torn), None)
        for run in unfinished:
            if run is not usable:
                await self._update(run.id, check_payloads.cancelled(_TORN))
        return usable or await self._create(identity, report)

    async def progress(self, check_run_id: int, report: CheckReport) -> None:
        """Show how far the work is; only between `open` and `finish`, never beside them."""
        await self._update(check_run_id, check_payloads.progressed(report))

    async def finish(
        self,
        identity: CheckIdentity,
        report: CheckReport,
        conclusion: Conclusion,
        annotations: Sequence[Annotation],
        *,
        known_id: int | None = None,
    ) -> CheckRunState:
        """Post all annotations and the conclusion, once; the check run that counts, an earlier try's if it got there.

        For a head that was overtaken there is `cancel`.
        """
        run = await self.open(identity, report, known_id=known_id)
        if run.counts:
            return run
        for body in check_payloads.batches(report, conclusion, annotations):
            run = await self._update(run.id, body)
        return run

    async def retell(self, check_run_id: int, report: CheckReport, conclusion: Conclusion) -> CheckRunState:
        """Have a completed check run say this, because something became known of its head; annotations stay."""
        return await self._update(check_run_id, check_payloads.retold(report, conclusion))

    async def cancel(
        self, identity: CheckIdentity, report: CheckReport, *, known_id: int | None = None
    ) -> tuple[CheckRunState, ...]:
        """Close what is unfinished of an overtaken head; nothing is created, so nothing unfinished is no error."""
        standing = await self._standing(identity, known_id)
        unfinished = [run for run in standing if not run.finished]
        return tuple([await self._update(run.id, check_payloads.cancelled(report)) for run in unfinished])

    async def count_annotations(self, check_run_id: int) -> int:
        """How many annotations of a check run have arrived."""
        url = "/repos/{owner}/{name}/check-runs/{id}/annotations{?per_page}"
        variables = {**self._repository, "id": str(check_run_id), "per_page": "100"}
        with understood("annotations"):
            return len([annotation["path"] async for annotation in self._client.getiter(url, variables)])

    async def _standing(self, identity: CheckIdentity, known_id: int | None) -> tuple[CheckRunState, ...]:
        listed = await self.ours(identity.head_sha, identity.external_id)
        if known_id is None or any(run.id == known_id for run in listed):
            return listed
        url, variables = self._address(known_id)
        with understood("a check run"):
            return (check_payloads.check_run_state(await self._client.getitem(url, variables)), *listed)

    async def _create(self, identity: CheckIdentity, report: CheckReport) -> CheckRunState:
        with understood("a check run"):
            body = check_payloads.started(identity, report)
            made = await self._client.post("/repos/{owner}/{name}/check-runs", self._repository, data=body)
            return check_payloads.check_run_state(made)

    async def _update(self, check_run_id: int, body: dict[str, Any]) -> CheckRunState:
        url, variables = self._address(check_run_id)
        with understood("a check run"):
            return check_payloads.check_run_state(await self._client.patch(url, variables, data=body))

    def _address(self, check_run_id: int) -> tuple[str, dict[str, str]]:
        return "/repos/{owner}/{name}/check-runs/{id}", {**self._repository, "id": str(check_run_id)}
