"""`check_run`: created, completed, rerequested, requested_action. `check_suite`: requested, rerequested, completed."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.checks import check_run_shape, delivered_suite, suite_inside_run
from bot.playground.world.accounts import Account
from bot.playground.world.checks import CheckRun, CheckSuite
from bot.playground.world.world import World


def check_run(action: str, run: CheckRun, sender: Account, world: World) -> Json:
    """`rerequested` reaches only the run's own App; `created` and `completed` of all Apps arrive (GITHUB.md §3.2)."""
    shape = {**check_run_shape(run, world), "check_suite": suite_inside_run(run.suite, world)}
    return {"action": action, "check_run": shape, **about_repository(run.suite.repository, sender, world)}


def requested_action(identifier: str, run: CheckRun, sender: Account, world: World) -> Json:
    """Somebody clicked a button of the run; it reaches only the run's own App."""
    return {**check_run("requested_action", run, sender, world), "requested_action": {"identifier": identifier}}


async def check_suite(action: str, suite: CheckSuite, sender: Account, world: World) -> Json:
    """`requested` comes with every push to the repository itself, `rerequested` from "Re-run all".

    `completed` comes of every App's suites.
    """
    head = await suite.repository.git.commit(suite.head_sha)
    shape = delivered_suite(suite, head, world)
    return {"action": action, "check_suite": shape, **about_repository(suite.repository, sender, world)}
