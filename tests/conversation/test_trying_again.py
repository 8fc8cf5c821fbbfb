"""A command whose way was cut is tried again, and given up with a word: scenes in the playground."""

import datetime as dt
import hashlib
from pathlib import Path

from bot.models.names import RepositoryId
from bot.models.struct import altered
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.world.comments import IssueComment
from bot.store import commands, leases
from bot.store.commands import Given, comment_command_id
from bot.store.leases import Lease
from bot.vocabulary import CommandOrigin, CommandState
from bot.workflows.stuck_commands import StuckCommands
from tests.conversation.talk import Talk, talk
from tests.workflows.stage import HURRY

AT_ONCE = altered(HURRY, sweep=0.3, patience=0.01)


async def test_a_github_that_fails_for_a_while(tmp_path: Path) -> None:
    async with talk(tmp_path, tempo=AT_ONCE) as here:
        here.on_stage.playground.injections.append(Injection(broken(502), path="/permission", times=12))
        comment = await here.on_stage.playground.comment(here.pull, "/obelize help", here.maintainer)
        await here.until(comment, "rocket")
        await here.on_stage.settled()
        assert here.reactions(comment) == ["eyes", "rocket"]
        assert len(here.answers()) == 1
        (command,) = here.commands()
        assert (command.state, command.attempt > 1) == (CommandState.DONE, True)


async def test_a_github_that_fails_for_good(tmp_path: Path) -> None:
    """After some attempts it is given up, and the person hears of it."""
    async with talk(tmp_path, tempo=AT_ONCE) as here:
        here.on_stage.playground.injections.append(Injection(broken(502), path="/permission", times=10_000))
        comment = await here.on_stage.playground.comment(here.pull, "/obelize help", here.maintainer)
        await here.until(comment, "confused")
        await here.on_stage.settled()
        (answer,) = here.answers()
        assert answer.startswith("Obelize could not carry this out: ")
        assert [one.state for one in here.commands()] == [CommandState.REFUSED]


def given_by(here: Talk, comment: IssueComment, state: CommandState) -> Given:
    return Given(
        id=comment_command_id(here.pull.repository.id, comment.id),
        repository_id=RepositoryId(here.pull.repository.id),
        pull=here.pull.number,
        is_pull=True,
        origin=CommandOrigin.COMMENT,
        comment_id=comment.id,
        shown_run_id=None,
        head_sha=None,
        speaker_id=here.maintainer.id,
        speaker=here.maintainer.login,
        lines="/obelize help",
        body_sha256=hashlib.sha256(comment.body.encode()).hexdigest(),
        attempt=1,
        state=state,
        refusal=None,
        created_at=dt.datetime.now(dt.UTC),
        finished_at=None,
    )


async def test_what_waits_for_nobody_is_enqueued_again(tmp_path: Path) -> None:
    """Its workflow is gone, or who held the pull request is; not while somebody alive holds it."""
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            first = await here.on_stage.playground.comment(here.pull, "/obelize help", here.maintainer)
            second = await here.on_stage.playground.comment(here.pull, "/obelize help", here.maintainer)
        services = here.on_stage.services
        lost, waits = given_by(here, first, CommandState.ENQUEUED), given_by(here, second, CommandState.DEFERRED)
        gone = Lease(waits.repository_id, waits.pull, "7/1/gone/1", "nobody", dt.datetime.now(dt.UTC))
        with services.database.write() as connection:
            commands.admit(connection, lost)
            commands.admit(connection, waits)
            leases.take(connection, gone)
        assert StuckCommands(services, dt.timedelta(0)).retry() == 2
        await here.on_stage.settled()
        assert [one.attempt for one in here.commands()] == [2, 2]
        assert StuckCommands(services, dt.timedelta(0)).retry() == 0
