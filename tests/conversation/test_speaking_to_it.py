"""Who is heard, who is answered, and how often: scenes in the playground."""

from pathlib import Path

import pytest

from bot.vocabulary import CommandRefusal, CommandState, DeliveryOutcome
from tests.conversation.talk import Talk, sentence, talk
from tests.workflows.stage import BASE


def last_outcome(here: Talk) -> str | None:
    """How the newest `issue_comment` delivery ended."""
    with here.on_stage.services.database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT outcome FROM deliveries WHERE event = 'issue_comment' ORDER BY received_at DESC"
        )
        return str(rows.scalars().first())


async def test_a_maintainer_asks_for_help(tmp_path: Path) -> None:
    """Eyes once it is heard, the answer once, then a rocket."""
    async with talk(tmp_path) as here:
        comment = await here.say("Hello!\n\n/obelize help")
        assert here.reactions(comment) == ["eyes", "rocket"]
        (answer,) = here.answers()
        assert "| `/obelize accept N \\| N,M \\| N-M \\| all [@COMMIT]` |" in answer
        assert [one.state for one in here.commands()] == [CommandState.DONE]


async def test_a_reader_is_turned_away_once(tmp_path: Path) -> None:
    """Who cannot write is told why, briefly; told again, they see it by the reaction alone."""
    async with talk(tmp_path) as here:
        first = await here.say("/obelize fix", here.reader)
        again = await here.say("/obelize fix", here.reader)
        assert here.answers() == [sentence(CommandRefusal.MAY_NOT_WRITE)]
        assert here.reactions(first) == here.reactions(again) == ["eyes", "confused"]
        assert len(here.on_stage.runs()) == 1


async def test_the_permission_is_asked_when_it_is_acted_on(tmp_path: Path) -> None:
    """Taken away between the comment and its turn, it does not count any more."""
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            await here.on_stage.playground.comment(here.pull, "/obelize fix", here.maintainer)
        here.on_stage.playground.set_role(here.pull.repository, here.maintainer, "triage")
        await here.redeliver_comment()
        assert here.answers() == [sentence(CommandRefusal.MAY_NOT_WRITE)]
        assert len(here.on_stage.runs()) == 1


async def test_a_permission_that_cannot_be_found_out_is_none(tmp_path: Path) -> None:
    """A login that belongs to somebody else by now is nobody's."""
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            await here.on_stage.playground.comment(here.pull, "/obelize fix", here.maintainer)
        accounts = here.on_stage.playground.world.accounts
        old = here.maintainer
        del accounts._by_login[old.login]
        old.login = "renamed"
        here.on_stage.playground.set_role(here.pull.repository, here.maintainer, "admin")
        await here.redeliver_comment()
        assert here.answers() == [sentence(CommandRefusal.MAY_NOT_WRITE)]


async def test_a_comment_that_was_edited_is_not_acted_on(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            comment = await here.on_stage.playground.comment(here.pull, "/obelize fix", here.maintainer)
            await here.on_stage.playground.edit_comment(comment, "/obelize fix\nplease")
        await here.redeliver_comment()
        assert here.answers() == [sentence(CommandRefusal.COMMENT_CHANGED)]
        assert here.reactions(comment) == ["eyes", "confused"]


async def test_words_put_into_an_old_comment_are_not_heard(tmp_path: Path) -> None:
    """Only a new comment is a command: an edit may be by somebody else."""
    async with talk(tmp_path) as here:
        comment = await here.say("Looks good.")
        await here.on_stage.playground.edit_comment(comment, "/obelize fix", here.maintainer)
        await here.on_stage.settled()
        assert here.commands() == []
        assert last_outcome(here) == DeliveryOutcome.IGNORED_ACTION


async def test_a_comment_that_was_deleted_is_taken_back(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            comment = await here.on_stage.playground.comment(here.pull, "/obelize fix", here.maintainer)
            await here.on_stage.playground.delete_comment(comment)
        await here.redeliver_comment()
        assert here.answers() == []
        assert [one.state for one in here.commands()] == [CommandState.IGNORED]
        assert len(here.on_stage.runs()) == 1


async def test_a_comment_is_heard_once_however_often_it_is_delivered(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.say("/obelize help")
        await here.redeliver_comment()
        assert len(here.answers()) == 1
        assert len(here.commands()) == 1


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        pytest.param("Thanks, `/obelize help` is nice", DeliveryOutcome.IGNORED_NO_COMMAND, id="not a command"),
        pytest.param("> /obelize help", DeliveryOutcome.IGNORED_NO_COMMAND, id="a quote"),
        pytest.param("```\n/obelize help\n```", DeliveryOutcome.IGNORED_NO_COMMAND, id="a fence"),
    ],
)
async def test_what_is_not_spoken_to_it_is_not_heard(tmp_path: Path, text: str, outcome: DeliveryOutcome) -> None:
    async with talk(tmp_path) as here:
        comment = await here.say(text)
        assert (here.commands(), here.answers(), here.reactions(comment)) == ([], [], [])
        assert last_outcome(here) == outcome


async def test_programs_do_not_command(tmp_path: Path) -> None:
    """Not another bot, not itself, and no App that writes in a person's name."""
    async with talk(tmp_path) as here:
        world = here.on_stage.playground.world
        await here.say("/obelize fix", world.actions.bot)
        assert last_outcome(here) == DeliveryOutcome.IGNORED_BOT
        in_a_name = world.comments.add(here.pull, here.maintainer, "/obelize fix", world.actions)
        await here.on_stage.playground.tell_of_comment(in_a_name)
        await here.on_stage.settled()
        assert here.commands() == []


async def test_a_closed_pull_request_is_not_talked_about(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.on_stage.playground.close(here.pull)
        await here.say("/obelize fix")
        assert last_outcome(here) == DeliveryOutcome.IGNORED_CLOSED
        assert here.commands() == []


async def test_closed_between_the_word_and_its_turn(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            await here.on_stage.playground.comment(here.pull, "/obelize fix", here.maintainer)
            await here.on_stage.playground.close(here.pull)
        await here.redeliver_comment()
        assert here.answers() == [sentence(CommandRefusal.PULL_CLOSED)]


async def test_a_paused_repository_does_not_answer(tmp_path: Path) -> None:
    async with talk(tmp_path, {**BASE, ".obelize.yml": b"paused: true\n"}) as here:
        comment = await here.say("/obelize help")
        assert (here.answers(), here.reactions(comment)) == ([], [])
        assert [one.state for one in here.commands()] == [CommandState.IGNORED]


async def test_a_quiet_repository_is_answered_by_reactions(tmp_path: Path) -> None:
    async with talk(tmp_path, {**BASE, ".obelize.yml": b"quiet: true\n"}) as here:
        comment = await here.say("/obelize fix")
        wrong = await here.say("/obelize fixx")
        assert here.answers() == []
        assert here.reactions(comment) == ["eyes", "rocket"]
        assert here.reactions(wrong) == ["eyes", "confused"]


async def test_a_locked_conversation_is_answered_by_reactions(tmp_path: Path) -> None:
    """GITHUB.md §7: no App may comment there."""
    async with talk(tmp_path) as here:
        await here.on_stage.playground.lock(here.pull)
        comment = await here.say("/obelize fixx")
        assert here.answers() == []
        assert here.reactions(comment) == ["eyes", "confused"]
        assert [one.state for one in here.commands()] == [CommandState.REFUSED]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        pytest.param(
            "/obelize aply",
            "There is no such command. Perhaps `/obelize apply`? `/obelize help` lists them.",
            id="a slip of the finger",
        ),
        pytest.param(
            "/obelize accept one",
            "The command takes other arguments. It is written `/obelize accept N | N,M | N-M | all [@COMMIT]`.",
            id="a wrong argument gets its usage line",
        ),
        pytest.param("/obelize migrate", sentence(CommandRefusal.ONLY_ON_ISSUES), id="what belongs on an issue"),
    ],
)
async def test_a_mistake_is_answered_briefly(tmp_path: Path, line: str, answer: str) -> None:
    async with talk(tmp_path) as here:
        comment = await here.say(line)
        assert here.answers() == [answer]
        assert here.reactions(comment) == ["eyes", "confused"]


async def test_several_commands_in_one_comment_get_one_answer(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        comment = await here.say("/obelize accept 7\n/obelize mutter\n/obelize reject 9")
        (answer,) = here.answers()
        assert answer.splitlines()[0].startswith("`accept`: The run has no proposal of this number")
        assert answer.count("\n\n") == 2
        assert here.reactions(comment) == ["eyes", "confused"]


async def test_on_an_issue_only_what_belongs_there(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        playground = here.on_stage.playground
        issue = playground.world.issues.open(here.pull.repository, here.reader, "Migrate", None)
        comment = await playground.comment(issue, "/obelize fix", here.maintainer)
        await here.on_stage.settled()
        assert here.answers_under(issue) == [sentence(CommandRefusal.NOT_ON_ISSUES)]
        assert here.reactions(comment) == ["eyes", "confused"]
