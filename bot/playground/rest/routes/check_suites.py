"""Check suites: the runs of one App on one commit (GITHUB.md §4)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_accessible, not_found
from bot.playground.rest.route import Routes
from bot.playground.rest.routes.check_runs import READ, WRITE, commit_of
from bot.playground.shapes.checks import check_suite_shape

routes = Routes()


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/commits/{ref...}/check-suites",
    needed=READ,
    page="checks/suites#list-check-suites-for-a-git-reference",
    answer=("ReposOwnerRepoCommitsRefCheckSuitesGetResponse200",),
)
async def list_for_ref(call: Call) -> Answer:
    """The suites of all Apps on a commit, also those that never get a run."""
    sha = await commit_of(call)
    head = await call.repository.git.commit(sha)
    app_id, name = call.query.get("app_id"), call.query.get("check_name")
    found = [
        suite
        for suite in call.world.checks.suites_on(call.repository, sha)
        if app_id in (None, str(suite.app.id))
        and (name is None or any(run.name == name for run in call.world.checks.runs_in(suite)))
    ]
    page = page_of(call, found)
    suites = [check_suite_shape(suite, head, call.world) for suite in page.items]
    return Answer(body={"total_count": len(found), "check_suites": suites}, headers=page.headers)


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest",
    needed=WRITE,
    page="checks/suites#rerequest-a-check-suite",
    answer=("EmptyObject",),
)
async def rerequest_suite(call: Call) -> Answer:
    """What "Re-run all" does."""
    suite = call.world.checks.suites.get(call.number("check_suite_id"))
    if suite is None or suite.repository is not call.repository:
        raise not_found()
    if suite.app is not call.app:
        raise not_accessible("checks=write")
    call.hooks.in_background(call.people.rerun_all(suite, by=call.app.bot))
    return Answer(201, {})
