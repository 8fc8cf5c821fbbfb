"""A bump that turned CI red, brought to green without leaving the pull request; and a commit that broke something."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.playground.people.other_ci import Ci, Result, Rule
from bot.vocabulary import CommandRefusal
from bot.workflows.enqueue import VERIFY_COMMIT
from tests.conversation.talk import Talk, sentence
from tests.workflows.stage import BASE, BUMP, CLEAN, pull_with, stage

OLD = b"PyPDF2"
MOVED = CLEAN.replace(b"PyPDF2", b"pypdf")


@asynccontextmanager
async def watched(folder: Path, rule: Rule) -> AsyncIterator[tuple[Talk, Ci]]:
    """The repository has CI of its own."""
    async with stage(folder, OBELIZE_SETTLE_SECONDS=0.2) as on_stage:
        ci = on_stage.playground.watch_with_ci(rule)
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        here = Talk(on_stage, pull)
        await verdict(here)
        yield here, ci


async def verdict(here: Talk) -> None:
    """Until CI has been asked about all that was committed."""
    enqueuer = here.on_stage.services.enqueuer
    await here.on_stage.settled()
    while any(one.name == VERIFY_COMMIT for one in await asyncio.to_thread(enqueuer.unfinished)):  # noqa: ASYNC110 - the database has no event to wait for
        await asyncio.sleep(0.05)
    await here.on_stage.settled()


async def check(here: Talk) -> dict[str, Any]:
    (ours,) = [one for one in await here.on_stage.checks(here.pull) if one["name"] == "obelize"]
    return ours


def green_once_migrated(files: Mapping[str, bytes]) -> Result:
    return "failure" if OLD in files["app/read.py"] else "success"


def green_until_migrated(files: Mapping[str, bytes]) -> Result:
    return "success" if OLD in files["app/read.py"] else "failure"


async def test_red_becomes_green(tmp_path: Path) -> None:
    async with watched(tmp_path, green_once_migrated) as (here, _):
        await here.say("/obelize apply")
        await verdict(here)
        assert await here.file("app/read.py") == MOVED
        (status,) = here.status_comments()
        assert "`pass`" in status
        assert "`pass`. Every check of the repository passed on the commit." in (await check(here))["output"]["summary"]
        await here.say("/obelize verify")
        (answer,) = here.answers()
        assert "`pass`" in answer


async def test_green_becomes_red_and_undo_makes_it_green_again(tmp_path: Path) -> None:
    async with watched(tmp_path, green_until_migrated) as (here, _):
        await here.say("/obelize apply")
        await verdict(here)
        red = await check(here)
        assert (red["conclusion"], red["output"]["title"]) == (
            "failure",
            "The commit broke a check of the repository: tests",
        )
        (status,) = here.status_comments()
        assert "`/obelize undo` takes it back" in status
        comment = await here.say("/obelize undo")
        await verdict(here)
        assert here.reactions(comment) == ["eyes", "rocket"]
        assert await here.file("app/read.py") == CLEAN
        assert (await check(here))["conclusion"] == "action_required", "the patch waits again"
        assert len(here.status_comments()) == 1
        assert here.answers() == []


async def test_ci_that_has_not_ended_is_told_as_that(tmp_path: Path) -> None:
    async with watched(tmp_path, green_until_migrated) as (here, ci):
        ci.held = True
        await here.say("/obelize apply")
        await here.say("/obelize verify")
        (answer,) = here.answers()
        assert "`fail`" not in answer
        assert (await check(here))["conclusion"] != "failure"
        await here.on_stage.playground.let_ci_finish(ci)
        await verdict(here)
        assert (await check(here))["conclusion"] == "failure"


async def test_what_somebody_changed_since_is_not_taken_back(tmp_path: Path) -> None:
    async with watched(tmp_path, lambda _: None) as (here, _):
        await here.say("/obelize apply")
        await here.on_stage.playground.push_files(here.pull, {"app/read.py": MOVED + b"# mine\n"})
        await here.on_stage.settled()
        comment = await here.say("/obelize undo")
        assert here.reactions(comment) == ["eyes", "confused"]
        word = CommandRefusal.CHANGED_SINCE
        assert here.answers() == [f"{word.sentence} Changed since: 1 of 1. {word.action}"]
        assert await here.file("app/read.py") == MOVED + b"# mine\n"


async def test_a_protected_branch_is_told_and_everything_stays(tmp_path: Path) -> None:
    async with watched(tmp_path, lambda _: None) as (here, _):
        here.on_stage.playground.protect_branch(here.pull.repository, "change")
        before = here.pull.head_sha
        comment = await here.say("/obelize apply")
        assert here.reactions(comment) == ["eyes", "confused"]
        assert here.answers() == [sentence(CommandRefusal.BRANCH_PROTECTED)]
        assert here.pull.head_sha == before
        assert (await check(here))["conclusion"] == "action_required"
