"""Check runs: made, changed, listed, asked for again (GITHUB.md §4)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.check_output import apply_body, refuse_what_github_refuses
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import RefusalError, no_commit, not_found
from bot.playground.rest.route import Needed, Routes
from bot.playground.shapes.checks import annotation_shape, check_run_shape
from bot.playground.world.checks import CheckRun, latest

routes = Routes()

READ: Needed = ({"checks": "read"},)
WRITE: Needed = ({"checks": "write"},)


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/commits/{ref...}/check-runs",
    needed=READ,
    page="checks/runs#list-check-runs-for-a-git-reference",
    answer=("ReposOwnerRepoCommitsRefCheckRunsGetResponse200",),
)
async def list_for_ref(call: Call) -> Answer:
    """Runs of all Apps on a commit, newest first; of equal name and App only the newest unless `filter=all`."""
    runs = call.world.checks.runs_on(call.repository, await commit_of(call))
    if call.choice("filter", ("latest", "all"), "latest") == "latest":
        runs = latest(runs)
    status = call.choice("status", ("queued", "in_progress", "completed", ""), "")
    wanted = {"name": call.query.get("check_name"), "app": call.query.get("app_id"), "status": status or None}
    found = [run for run in runs if _fits(run, wanted)]
    page = page_of(call, found)
    body = {"total_count": len(found), "check_runs": [check_run_shape(run, call.world) for run in page.items]}
    return Answer(body=body, headers=page.headers)


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/check-runs",
    needed=WRITE,
    page="checks/runs#create-a-check-run",
    body=("ReposOwnerRepoCheckRunsPostBodyOneof0", "ReposOwnerRepoCheckRunsPostBodyOneof1"),
    answer=("CheckRun",),
)
async def create_run(call: Call) -> Answer:
    """A new run, also beside one of the same name."""
    refuse_what_github_refuses(call.body)
    sha = call.body["head_sha"]
    if await call.repository.git.resolve(sha) != sha:
        raise no_commit(sha)
    suite = call.world.checks.suite(call.repository, call.app, sha)
    run = call.world.checks.start_run(suite, call.body["name"], call.app.external_url)
    apply_body(run, call.body)
    shape = check_run_shape(run, call.world)
    return Answer(201, shape, headers={"Location": shape["url"]})


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}",
    needed=READ,
    page="checks/runs#get-a-check-run",
    answer=("CheckRun",),
)
async def get_run(call: Call) -> Answer:
    """One run of any App."""
    return Answer(body=check_run_shape(_run(call), call.world))


@routes.add(
    "PATCH",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}",
    needed=WRITE,
    page="checks/runs#update-a-check-run",
    body=("ReposOwnerRepoCheckRunsCheckRunIdPatchBodyAnyof0", "ReposOwnerRepoCheckRunsCheckRunIdPatchBodyAnyof1"),
    answer=("CheckRun",),
)
async def update_run(call: Call) -> Answer:
    """Changes a run of the App's own; annotations are appended."""
    run = _own_run(call)
    refuse_what_github_refuses(call.body)
    apply_body(run, call.body)
    return Answer(body=check_run_shape(run, call.world))


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
    needed=READ,
    page="checks/runs#list-check-run-annotations",
    answer=("CheckAnnotation",),
)
async def list_annotations(call: Call) -> Answer:
    """What arrived, in the order in which it came."""
    run = _run(call)
    page = page_of(call, run.annotations)
    return Answer(body=[annotation_shape(each, run, call.world) for each in page.items], headers=page.headers)


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest",
    needed=WRITE,
    page="checks/runs#rerequest-a-check-run",
    answer=("EmptyObject",),
)
async def rerequest_run(call: Call) -> Answer:
    """What the button "Re-run" does: the suite reads queued, the run stays, the App is told."""
    run = _own_run(call)
    call.hooks.in_background(call.people.rerun(run, by=call.app.bot))
    return Answer(201, {})


async def commit_of(call: Call) -> str:
    """The commit that the path's `ref` names. Raises RefusalError (422)."""
    found = await call.repository.git.resolve(call.params["ref"])
    if found is None:
        raise no_commit(call.params["ref"])
    return found


def _fits(run: CheckRun, wanted: dict[str, str | None]) -> bool:
    facts = {"name": run.name, "app": str(run.app.id), "status": run.status}
    return all(value is None or facts[key] == value for key, value in wanted.items())


def _run(call: Call) -> CheckRun:
    found = call.world.checks.runs.get(call.number("check_run_id"))
    if found is None or found.suite.repository is not call.repository:
        raise not_found()
    return found


def _own_run(call: Call) -> CheckRun:
    run = _run(call)
    if run.app is not call.app:
        # GITHUB.md §4; word for word in databricks/cli#4563.
        raise RefusalError(
            403,
            f"Invalid app_id `{run.app.id}` - check run can only be modified by the GitHub App that created it.",
        )
    return run
