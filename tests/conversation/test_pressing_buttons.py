"""The buttons of the check do what the commands do, for the same people: scenes in the playground."""

from pathlib import Path

from bot.playground.world.checks import CheckRun
from bot.vocabulary import CommandRefusal, CommandState, RunState
from tests.conversation.talk import Talk, sentence, talk
from tests.workflows.stage import CLEAN

MOVED = CLEAN.replace(b"PyPDF2", b"pypdf")


def check_of(here: Talk) -> CheckRun:
    """Our check on the head."""
    (run,) = here.on_stage.playground.world.checks.runs_on(here.pull.repository, here.pull.head_sha)
    return run


async def test_apply(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        (check,) = await here.on_stage.checks(here.pull)
        run = check_of(here)
        assert [one["identifier"] for one in run.actions] == ["apply", "fix"]
        await here.press(run, "apply", here.maintainer)
        assert await here.file("app/read.py") == MOVED
        assert [one.state for one in here.commands()] == [CommandState.DONE]
        assert here.answers() == []
        assert check["conclusion"] == "action_required"


async def test_who_cannot_write_is_told_so(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        before = here.pull.head_sha
        await here.press(check_of(here), "apply", here.reader)
        assert here.pull.head_sha == before
        assert here.answers() == [sentence(CommandRefusal.MAY_NOT_WRITE)]


async def test_the_button_of_an_old_head_writes_nothing(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        old = check_of(here)
        await here.on_stage.playground.push_files(here.pull, {"app/more.py": b"x = 1\n"})
        await here.on_stage.settled()
        pushed = here.pull.head_sha
        await here.press(old, "apply", here.maintainer)
        assert here.pull.head_sha == pushed
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]


async def test_ask_again(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.press(check_of(here), "fix", here.maintainer)
        assert [run.state for run in here.on_stage.runs()] == [RunState.FINISHED] * 2
