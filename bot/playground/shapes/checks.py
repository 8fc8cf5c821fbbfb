"""Check runs, suites and annotations (schemas `check-run`, `check-suite`, `check-annotation`)."""

from urllib.parse import quote

from bot.playground.git.bare import Commit
from bot.playground.shapes import Json
from bot.playground.shapes.apps import app_shape
from bot.playground.shapes.commits import simple_commit
from bot.playground.shapes.pulls import minimal_pull
from bot.playground.shapes.repositories import api_url, html_url, minimal_repository
from bot.playground.world.checks import Annotation, CheckRun, CheckSuite
from bot.playground.world.clock import stamp, stamp_or_none
from bot.playground.world.world import World


def check_run_shape(run: CheckRun, world: World) -> Json:
    """One run; the pull requests are those of the repository itself, never a fork's (GITHUB.md §4)."""
    repository, at = run.suite.repository, world.addresses
    url = f"{api_url(repository, at)}/check-runs/{run.id}"
    return {
        "id": run.id,
        "name": run.name,
        "node_id": run.node_id,
        "head_sha": run.suite.head_sha,
        "external_id": run.external_id,
        "url": url,
        "html_url": f"{html_url(repository, at)}/runs/{run.id}",
        "details_url": run.details_url,
        "status": run.status,
        "conclusion": run.conclusion,
        "started_at": stamp(run.started_at),
        "completed_at": stamp_or_none(run.completed_at),
        "output": {
            "title": run.title,
            "summary": run.summary,
            "text": run.text,
            "annotations_count": len(run.annotations),
            "annotations_url": f"{url}/annotations",
        },
        "check_suite": {"id": run.suite.id},
        "app": app_shape(run.app, at),
        "pull_requests": _pulls(run.suite, world),
    }


def annotation_shape(annotation: Annotation, run: CheckRun, world: World) -> Json:
    """One annotation, as listed for its run."""
    page = html_url(run.suite.repository, world.addresses)
    return {
        "path": annotation.path,
        "blob_href": f"{page}/blob/{run.suite.head_sha}/{quote(annotation.path)}",
        "start_line": annotation.start_line,
        "end_line": annotation.end_line,
        "start_column": annotation.start_column,
        "end_column": annotation.end_column,
        "annotation_level": annotation.level,
        "title": annotation.title,
        "message": annotation.message,
        "raw_details": annotation.raw_details,
    }


def check_suite_shape(suite: CheckSuite, head: Commit, world: World) -> Json:
    """One suite as REST lists it, with its repository."""
    return {**delivered_suite(suite, head, world), "repository": minimal_repository(suite.repository, world.addresses)}


def delivered_suite(suite: CheckSuite, head: Commit, world: World) -> Json:
    """One suite as `check_suite` deliveries carry it."""
    url = f"{api_url(suite.repository, world.addresses)}/check-suites/{suite.id}"
    return {
        **suite_inside_run(suite, world),
        "url": url,
        "head_commit": simple_commit(head),
        "latest_check_runs_count": len(world.checks.runs_in(suite)),
        "check_runs_url": f"{url}/check-runs",
        "rerequestable": True,
        "runs_rerequestable": True,
    }


def suite_inside_run(suite: CheckSuite, world: World) -> Json:
    """The suite inside a `check_run` delivery."""
    status, conclusion = world.checks.state_of(suite)
    return {
        "id": suite.id,
        "node_id": suite.node_id,
        "head_branch": suite.head_branch,
        "head_sha": suite.head_sha,
        "status": status,
        "conclusion": conclusion,
        "url": f"{api_url(suite.repository, world.addresses)}/check-suites/{suite.id}",
        "before": suite.before,
        "after": suite.head_sha,
        "pull_requests": _pulls(suite, world),
        "app": app_shape(suite.app, world.addresses),
        "created_at": stamp(suite.created_at),
        "updated_at": stamp(suite.updated_at),
    }


def _pulls(suite: CheckSuite, world: World) -> list[Json]:
    pulls = world.pulls.open_with_head(suite.repository, suite.head_sha)
    return [minimal_pull(pull, world.addresses) for pull in pulls]
