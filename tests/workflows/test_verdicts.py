"""The repository's own CI is the verdict on a commit of ours: asked when it has spoken, recorded, shown in the check."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.models.conversation import AskChecks, ChecksTold, Committed
from bot.playground.people.other_ci import ACTION_REQUIRED, Ci, Result
from bot.store import commits
from bot.store.commits import Made
from bot.vocabulary import Conclusion, VerifyReason, VerifyStatus
from bot.workflows.enqueue import VERIFY_COMMIT
from bot.workflows.sweep import Sweep
from bot.workflows.verdicts import Verdicts
from tests.workflows.stage import BASE, BUMP, pull_with, stage
from tests.workflows.test_committing import Scene, committing_on

OLD, NEW = b"PyPDF2", b"pypdf"


def reads(files: Mapping[str, bytes]) -> bytes:
    return files["app/read.py"]


def mended(files: Mapping[str, bytes]) -> Result:
    """A bump turned it red, and the migration makes it green."""
    return {"tests": "failure" if OLD in reads(files) else "success", "lint": "success"}


def broken(files: Mapping[str, bytes]) -> Result:
    return {"tests": "success" if OLD in reads(files) else "failure", "lint": "success"}


@asynccontextmanager
async def watched(folder: Path, rule: Any, *, held: bool = False) -> AsyncIterator[tuple[Scene, Ci]]:
    async with stage(folder, OBELIZE_SETTLE_SECONDS=0.3) as on_stage:
        ci = on_stage.playground.watch_with_ci(rule)
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        ci.held = held
        async with committing_on(on_stage, pull) as scene:
            yield scene, ci


async def told(scene: Scene, made: Committed) -> tuple[dict[str, Any], Made]:
    """Once everything is quiet: the check on the commit, and what is kept of it."""
    await quiet(scene)
    check = await our_check(scene)
    with scene.on_stage.services.database.read() as connection:
        row = commits.find(connection, scene.pull.repository.id, made.sha)
    assert row is not None
    return check, row


async def our_check(scene: Scene) -> dict[str, Any]:
    (check,) = [check for check in await scene.on_stage.checks(scene.pull) if check["name"] == "obelize"]
    return check


async def quiet(scene: Scene) -> None:
    await scene.on_stage.settled()
    while await asyncio.to_thread(asking, scene):  # noqa: ASYNC110 - the database has no event to wait for
        await asyncio.sleep(0.05)
    await scene.on_stage.settled()


def asking(scene: Scene) -> bool:
    return any(one.name == VERIFY_COMMIT for one in scene.on_stage.services.enqueuer.unfinished())


async def test_a_bump_that_the_migration_turns_green(tmp_path: Path) -> None:
    async with watched(tmp_path, mended) as (scene, _):
        made = await scene.apply()
        assert isinstance(made, Committed)
        check, row = await told(scene, made)
        assert (row.verdict, row.verdict_reason) == (VerifyStatus.PASS, VerifyReason.CHECKS_PASSED)
        assert check["conclusion"] != "failure"
        said = "The repository's own checks on this commit, which Obelize made: `pass`."
        assert said in check["output"]["summary"]
        assert row.verdict_run_id is not None
        run = scene.kept(row.verdict_run_id, "run.json")
        assert (run["parent"], run["mode"], run["exit_code"]) == (made.run_id, "apply", 0)
        verify = scene.kept(row.verdict_run_id, "verify/verify.json")
        assert verify["baseline"] == "fail"
        suites = [(one["app"], one["name"], one["before"], one["after"]) for one in verify["suites"]]
        assert suites == [
            ("github-actions", "lint", "passed", "passed"),
            ("github-actions", "tests", "failed", "passed"),
        ]
        page = await scene.page(row.verdict_run_id)
        assert "Every check of the repository passed on the commit." in page


async def test_a_commit_that_broke_something_turns_the_check_red_by_name_and_offers_undo(tmp_path: Path) -> None:
    async with watched(tmp_path, broken) as (scene, _):
        made = await scene.apply()
        assert isinstance(made, Committed)
        check, row = await told(scene, made)
        assert (row.verdict, row.verdict_reason) == (VerifyStatus.FAIL, VerifyReason.CHECK_BROKEN)
        assert check["conclusion"] == "failure"
        assert check["output"]["title"] == "The commit broke a check of the repository: tests"
        assert scene.on_stage.runs()[-1].conclusion is Conclusion.BROKE_CHECKS
        assert "`tests` passed on the commit before it and fails on it." in check["output"]["summary"]
        assert "`/obelize undo`" in check["output"]["summary"]
        (comment,) = await scene.on_stage.comments(scene.pull)
        assert "fail" in comment["body"]
        undone = await scene.undo(made)
        assert isinstance(undone, Committed)
        check, row = await told(scene, undone)
        assert row.verdict is VerifyStatus.PASS
        assert check["conclusion"] != "failure"


async def test_nothing_is_said_while_it_runs_and_a_person_may_ask(tmp_path: Path) -> None:
    async with watched(tmp_path, broken, held=True) as (scene, ci):
        made = await scene.apply()
        assert isinstance(made, Committed)
        check, row = await told(scene, made)
        assert (row.verdict, check["conclusion"] == "failure") == (None, False)
        verdicts = Verdicts(scene.on_stage.services, scene.committing.forge)
        asked = await verdicts.asked(AskChecks(commit_sha=made.sha), scene.place(2))
        assert asked == ChecksTold(commit_sha=made.sha, status=None, reason=None, broken=())
        await scene.on_stage.playground.let_ci_finish(ci)
        check, row = await told(scene, made)
        assert (row.verdict, check["conclusion"]) == (VerifyStatus.FAIL, "failure")
        asked = await verdicts.asked(AskChecks(commit_sha=made.sha), scene.place(3))
        assert isinstance(asked, ChecksTold)
        assert (asked.status, asked.broken) == (VerifyStatus.FAIL, ("tests",))


async def test_statuses_count_and_a_later_word_changes_the_verdict(tmp_path: Path) -> None:
    async with watched(tmp_path, lambda _: None) as (scene, _):
        playground, repository = scene.on_stage.playground, scene.pull.repository
        await playground.post_status(repository, scene.pull.head_sha, "success", "ci/tests")
        made = await scene.apply()
        assert isinstance(made, Committed)
        await playground.post_status(repository, made.sha, "failure", "ci/tests")
        await playground.post_status(repository, made.sha, "failure", "ci/tests")
        _, row = await told(scene, made)
        assert row.verdict is VerifyStatus.FAIL
        await playground.post_status(repository, made.sha, "success", "ci/tests")
        check, later = await told(scene, made)
        assert later.verdict is VerifyStatus.PASS
        assert check["conclusion"] != "failure"
        assert later.verdict_run_id != row.verdict_run_id
        assert scene.kept(str(row.verdict_run_id), "verify/verify.json")["status"] == "fail", "a folder never changes"


async def test_workflows_that_wait_for_approval_are_no_verdict(tmp_path: Path) -> None:
    async with watched(tmp_path, lambda _: ACTION_REQUIRED) as (scene, _):
        made = await scene.apply()
        assert isinstance(made, Committed)
        _, row = await told(scene, made)
        assert (row.verdict, row.verdict_reason) == (VerifyStatus.NOT_RUN, VerifyReason.APPROVAL_NEEDED)


async def test_where_nobody_speaks_the_sweep_asks_and_says_so_after_a_while(tmp_path: Path) -> None:
    """Apps that may write checks get a suite on every push, and many never fill theirs."""
    async with watched(tmp_path, lambda _: None) as (scene, _):
        services = scene.on_stage.services
        made = await scene.apply()
        assert isinstance(made, Committed)
        _, row = await told(scene, made)
        assert row.verdict is None, "it is too early to say that none comes"
        with services.database.write() as connection:
            commits.change(connection, row, created_at=row.created_at - dt.timedelta(hours=1))
        await Sweep(services, scene.committing.forge).once()
        check, row = await told(scene, made)
        assert (row.verdict, row.verdict_reason) == (VerifyStatus.NOT_RUN, VerifyReason.NO_CHECKS)
        assert "`not_run`. No check of the repository ran on the commit." in check["output"]["summary"]


async def test_a_commit_of_somebody_else_is_nothing_to_ask_about(tmp_path: Path) -> None:
    async with watched(tmp_path, broken) as (scene, _):
        await scene.on_stage.playground.push_files(scene.pull, {"app/read.py": b"import pypdf\n"})
        await quiet(scene)
        assert (await our_check(scene))["conclusion"] != "failure"


async def test_many_words_in_one_moment_are_one_question(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        for slot in ("7", "7", "8"):
            with on_stage.services.database.write() as connection:
                on_stage.services.enqueuer.verdict(connection, 1, "a" * 40, slot, 60.0)
        assert [one.name for one in on_stage.services.enqueuer.unfinished()] == [VERIFY_COMMIT] * 2
