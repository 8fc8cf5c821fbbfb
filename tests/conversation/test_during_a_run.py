"""Commands while a run is at work: heard at once, and the run obeys. The model keeps it waiting."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.playground.world.comments import IssueComment
from bot.vocabulary import CommandRefusal, RunState
from tests.consult.endpoint import endpoint
from tests.conversation.offered_scenes import BASE, BUMP_NEAR
from tests.conversation.talk import Talk, sentence
from tests.workflows.stage import pull_with, stage
from tests.workflows.test_consulting import proposing, settings_for


@dataclass(frozen=True, slots=True)
class Waiting:
    """The run waits for the model, until it is told to go on."""

    talk: Talk
    goes_on: threading.Event

    async def say(self, text: str, until: str) -> IssueComment:
        """The maintainer comments, and the bot comes to a reaction while the run still waits."""
        playground = self.talk.on_stage.playground
        comment = await playground.comment(self.talk.pull, text, playground.maintainer)
        await self.talk.until(comment, until)
        return comment


@asynccontextmanager
async def asking(folder: Path) -> AsyncIterator[Waiting]:
    goes_on = threading.Event()

    def slowly(message: str) -> str:
        goes_on.wait(120)
        return proposing(message)

    with endpoint(slowly) as served:
        async with stage(folder, **settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, BASE, BUMP_NEAR)
            on_stage.playground.people_move_in(pull.repository)
            await on_stage.playground.announce(pull)
            while not served.bodies:  # noqa: ASYNC110 - the endpoint has no event for it
                await asyncio.sleep(0.02)
            yield Waiting(Talk(on_stage, pull), goes_on)
            goes_on.set()


async def test_paused_in_the_middle_a_run_says_so_and_offers_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path) as run:
        await run.say("/obelize pause", "rocket")
        run.goes_on.set()
        await run.talk.on_stage.settled()
        (check,) = await run.talk.on_stage.checks(run.talk.pull)
        assert (check["conclusion"], check["output"]["title"]) == ("skipped", "Obelize is paused")
        assert run.talk.status_comments() == []
        await run.talk.say("/obelize resume")
        assert len(run.talk.status_comments()) == 1


async def test_muted_in_the_middle_a_run_leaves_its_check_alone(tmp_path: Path) -> None:
    async with asking(tmp_path) as run:
        await run.say("/obelize mute", "rocket")
        run.goes_on.set()
        await run.talk.on_stage.settled()
        (check,) = await run.talk.on_stage.checks(run.talk.pull)
        assert check["conclusion"] == "action_required"
        assert run.talk.status_comments() == []
        assert run.talk.on_stage.playground.world.reviews.threads_of(run.talk.pull) == []


async def test_what_writes_waits_and_is_then_about_what_stood_when_it_was_said(tmp_path: Path) -> None:
    """Nothing stood there yet, so there is nothing that could be meant, whatever the run finds afterwards."""
    async with asking(tmp_path) as run:
        comment = await run.say("/obelize accept 1", "eyes")
        await run.say("/obelize help", "rocket")
        assert run.talk.reactions(comment) == ["eyes"]
        run.goes_on.set()
        await run.talk.on_stage.settled()
        assert run.talk.reactions(comment) == ["eyes", "confused"]
        assert sentence(CommandRefusal.NO_RUN) in run.talk.answers()
        assert [one.state for one in run.talk.on_stage.runs()] == [RunState.FINISHED]
