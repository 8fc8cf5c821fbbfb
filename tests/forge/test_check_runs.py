"""Check runs against the playground, and what is left of them when the bot dies in the middle."""

from collections.abc import Awaitable, Callable

import pytest

from bot.forge.check_runs import CheckRuns
from bot.forge.errors import Missing, Refused, Unavailable
from bot.models.forge import Annotation, CheckIdentity, CheckReport, CheckRunState
from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.rest.refusals import RefusalError
from bot.playground.world.checks import CheckRun
from bot.vocabulary import AnnotationLevel, Conclusion
from tests.forge.github_stage import Death, GitHubStage, forge_for

STARTED = CheckReport(title="Reading files", summary="Just started.", text=None)
WORKING = CheckReport(title="40 files read", summary="At work.", text=None)
DONE = CheckReport(title="120 places are left", summary="All of them below.", text="And more.")
NOTES = tuple(
    Annotation(
        path="app.py",
        start_line=line,
        end_line=line,
        level=AnnotationLevel.ATTENTION,
        title="symbol_unknown",
        message=f"Place {line}.",
        raw_details=None,
    )
    for line in range(1, 121)
)


def identity(stage: GitHubStage, attempt: int = 1) -> CheckIdentity:
    head = stage.pull.head_sha
    return CheckIdentity(
        head_sha=head,
        external_id=f"{stage.repository.id}/{stage.pull.number}/{head}/{attempt}",
        details_url="http://127.0.0.1:1/runs/20261130T142530Z-3f9a1c72",
    )


def runs_on_head(stage: GitHubStage) -> list[CheckRun]:
    """What GitHub holds, oldest first."""
    return sorted(stage.playground.world.checks.runs_on(stage.repository, stage.pull.head_sha), key=lambda run: run.id)


def places(run: CheckRun) -> list[int]:
    return [note.start_line for note in run.annotations]


async def test_a_check_is_shown_at_once_reports_progress_and_ends_with_every_annotation(stage: GitHubStage) -> None:
    checks, which = stage.here.checks, identity(stage)
    opened = await checks.open(which, STARTED)
    (run,) = runs_on_head(stage)
    assert (run.name, run.status, run.title, run.external_id) == (
        "obelize",
        "in_progress",
        "Reading files",
        which.external_id,
    )
    assert run.details_url == which.details_url
    await checks.progress(opened.id, WORKING)
    assert (run.status, run.title) == ("in_progress", "40 files read")
    finished = await checks.finish(which, DONE, Conclusion.WAITS_FOR_PERSON, NOTES, known_id=opened.id)
    assert runs_on_head(stage) == [run]
    assert (run.status, run.conclusion, run.title, run.text) == (
        "completed",
        "action_required",
        "120 places are left",
        "And more.",
    )
    assert places(run) == list(range(1, 121))
    assert (finished.counts, finished.annotations) == (True, 120)
    assert await checks.count_annotations(run.id) == 120


async def test_a_check_without_annotations_is_finished_in_one_request(stage: GitHubStage) -> None:
    await stage.here.checks.finish(identity(stage), DONE, Conclusion.NOTHING_LEFT, ())
    writes = [request.method for request in stage.playground.journal.requests if "check-runs" in request.path]
    assert writes == ["GET", "POST", "PATCH"]
    (run,) = runs_on_head(stage)
    assert (run.conclusion, run.annotations) == ("success", [])


async def test_opening_and_finishing_again_changes_nothing(stage: GitHubStage) -> None:
    checks, which = stage.here.checks, identity(stage)
    opened = [await checks.open(which, STARTED) for _ in range(2)]
    finished = [await checks.finish(which, DONE, Conclusion.ROWS_LEFT, NOTES[:60]) for _ in range(2)]
    again = await checks.open(which, STARTED)
    assert len({run.id for run in [*opened, *finished, again]}) == 1
    (run,) = runs_on_head(stage)
    assert places(run) == list(range(1, 61))
    assert run.status == "completed"


async def test_another_attempt_is_another_check(stage: GitHubStage) -> None:
    """A re-run by button adds one (DESIGN §8)."""
    for attempt in (1, 2):
        await stage.here.checks.finish(identity(stage, attempt), DONE, Conclusion.ROWS_LEFT, NOTES[:3])
    assert [places(run) for run in runs_on_head(stage)] == [[1, 2, 3]] * 2
    assert len(await stage.here.checks.ours(stage.pull.head_sha)) == 2
    assert len(await stage.here.checks.ours(stage.pull.head_sha, identity(stage).external_id)) == 1


async def test_a_check_of_another_app_is_not_ours_whatever_it_calls_itself(stage: GitHubStage) -> None:
    """GITHUB.md §13, forged markers: match by app id."""
    world, which = stage.playground.world, identity(stage)
    suite = world.checks.suite(stage.repository, world.actions, which.head_sha)
    forged = world.checks.start_run(suite, "obelize", "https://example.com")
    forged.external_id, forged.status, forged.conclusion = which.external_id, "completed", "success"
    assert await stage.here.checks.ours(which.head_sha) == ()
    await stage.here.checks.finish(which, DONE, Conclusion.ROWS_LEFT, NOTES[:1])
    assert [run.app.slug for run in runs_on_head(stage)] == ["github-actions", "obelize"]


async def test_what_github_lists_too_late_is_asked_for_by_its_number(stage: GitHubStage) -> None:
    checks, which = stage.here.checks, identity(stage)
    opened = await checks.open(which, STARTED)
    (run,) = runs_on_head(stage)
    run.external_id = "not listed yet under ours"
    await checks.finish(which, DONE, Conclusion.ROWS_LEFT, (), known_id=opened.id)
    assert runs_on_head(stage) == [run]


async def test_an_overtaken_head_is_closed_once_and_nothing_is_made_for_it(stage: GitHubStage) -> None:
    checks, which = stage.here.checks, identity(stage)
    assert await checks.cancel(which, DONE) == ()
    assert runs_on_head(stage) == []
    await checks.open(which, STARTED)
    closed = await checks.cancel(which, DONE)
    assert [(run.finished, run.cancelled, run.counts) for run in closed] == [(True, True, False)]
    assert await checks.cancel(which, DONE) == ()
    assert [run.conclusion for run in runs_on_head(stage)] == ["cancelled"]


@pytest.mark.parametrize("trouble", [broken(502), DropConnection()], ids=["a 502", "a broken connection"])
async def test_a_write_that_was_carried_out_and_not_answered_is_found(
    stage: GitHubStage, trouble: RefusalError | DropConnection
) -> None:
    checks, which = stage.here.checks, identity(stage)
    stage.playground.injections.append(Injection(trouble, "POST", "/check-runs", after_acting=True))
    with pytest.raises(Unavailable):
        await checks.open(which, STARTED)
    await checks.open(which, STARTED)
    assert len(runs_on_head(stage)) == 1


async def test_an_unknown_commit_is_refused_and_a_foreign_repository_missing(stage: GitHubStage) -> None:
    which = identity(stage).model_copy(update={"head_sha": "0" * 40})
    with pytest.raises(Refused):
        await stage.here.checks.open(which, STARTED)
    other = stage.forge.repository(stage.installation, stage.repository_id, "octo-org/nothing-here")
    with pytest.raises(Missing):
        await other.checks.open(identity(stage), STARTED)


Step = Callable[[CheckRuns, CheckIdentity, int | None], Awaitable[CheckRunState | None]]


async def _open(checks: CheckRuns, which: CheckIdentity, known_id: int | None) -> CheckRunState:
    return await checks.open(which, STARTED, known_id=known_id)


async def _progress(checks: CheckRuns, _: CheckIdentity, known_id: int | None) -> None:
    assert known_id is not None, "the step before left its number"
    await checks.progress(known_id, WORKING)


async def _finish(checks: CheckRuns, which: CheckIdentity, known_id: int | None) -> CheckRunState:
    return await checks.finish(which, DONE, Conclusion.ROWS_LEFT, NOTES, known_id=known_id)


async def tell_story(stage: GitHubStage, death: Death, which: CheckIdentity) -> None:
    """Three durable steps; the one torn by a death runs again in a new process, those before it do not."""
    stage.playground.intercept = death
    steps: list[Step] = [_open, _progress, _finish]
    known_id: int | None = None
    while steps:
        async with forge_for(stage.playground) as process:
            try:
                while steps:
                    result = await steps[0](stage.repository_forge(forge=process).checks, which, known_id)
                    known_id = known_id if result is None else result.id
                    steps.pop(0)
            except Unavailable:
                death.restart()
    stage.playground.intercept = None


def assert_one_check_counts(stage: GitHubStage, which: CheckIdentity) -> None:
    runs = [run for run in runs_on_head(stage) if run.external_id == which.external_id]
    counting = [run for run in runs if run.conclusion != "cancelled"]
    assert [(run.conclusion, places(run)) for run in counting] == [("neutral", list(range(1, 121)))]


@pytest.mark.parametrize(
    "phase", [Phase.BEFORE, Phase.AFTER], ids=["before GitHub acted", "before the answer was read"]
)
async def test_whichever_request_the_bot_dies_at_one_complete_check_counts(stage: GitHubStage, phase: Phase) -> None:
    for number in range(20):
        death, which = Death(number, phase), identity(stage, number)
        await tell_story(stage, death, which)
        assert_one_check_counts(stage, which)
        if not death.happened:
            break
    if phase is Phase.AFTER:
        assert number == 6, "it died at the token, the create, the progress, three batches"
    else:
        assert number == 9, "it died at the token, the App, the list, the create, the progress, the list, three batches"


async def test_without_looking_first_the_same_story_goes_wrong(
    stage: GitHubStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard bites: with find-before-write taken out, the test above fails."""

    async def blind(*_: object) -> tuple[CheckRunState, ...]:
        return ()

    monkeypatch.setattr(CheckRuns, "_standing", blind)
    await tell_story(stage, Death(10_000, Phase.BEFORE), identity(stage))
    with pytest.raises(AssertionError):
        assert_one_check_counts(stage, identity(stage))


async def test_a_torn_check_is_closed_and_says_so(stage: GitHubStage) -> None:
    checks, which = stage.here.checks, identity(stage)
    await checks.open(which, STARTED)
    batches = iter(range(3))

    async def lose_the_second_batch(request: RequestSummary, phase: Phase) -> None:
        if request.method == "PATCH" and phase is Phase.BEFORE and next(batches, None) == 1:
            raise DropConnection

    stage.playground.intercept = lose_the_second_batch
    with pytest.raises(Unavailable):
        await checks.finish(which, DONE, Conclusion.ROWS_LEFT, NOTES)
    await checks.finish(which, DONE, Conclusion.ROWS_LEFT, NOTES)
    torn, whole = runs_on_head(stage)
    assert (torn.conclusion, torn.title, len(torn.annotations)) == ("cancelled", "Interrupted while posting", 50)
    assert (whole.conclusion, len(whole.annotations)) == ("neutral", 120)
