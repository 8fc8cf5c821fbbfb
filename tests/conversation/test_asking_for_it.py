"""What a command does, in its good case and its refused one: scenes in the playground, without a model."""

from pathlib import Path

from bot.vocabulary import CommandRefusal, CommandState, RunState
from tests.conversation.talk import sentence, talk
from tests.workflows.stage import CLEAN, counting

MOVED = CLEAN.replace(b"PyPDF2", b"pypdf")


async def test_read_it_again(tmp_path: Path) -> None:
    """`fix` adds one check on the head, and nothing else."""
    async with talk(tmp_path) as here:
        comment = await here.say("/obelize fix")
        assert here.reactions(comment) == ["eyes", "rocket"]
        assert len(counting(await here.on_stage.checks(here.pull))) == 2
        assert [run.state for run in here.on_stage.runs()] == [RunState.FINISHED] * 2
        assert here.answers() == []
        by_push, by_word = [here.trigger(run) for run in here.on_stage.runs()]
        assert (by_push["command"], by_push["given_by"]) == (None, None)
        assert (by_word["delivery"], by_word["command"], by_word["given_by"]) == (None, "fix", "maintainer")


async def test_apply_commits_what_rules_rewrite(tmp_path: Path) -> None:
    """One commit on the head that was shown; the new head is read like any other."""
    async with talk(tmp_path) as here:
        before = here.pull.head_sha
        comment = await here.say("/obelize apply")
        assert here.reactions(comment) == ["eyes", "rocket"]
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        assert await here.file("app/read.py") == MOVED
        assert [run.state for run in here.on_stage.runs()] == [RunState.FINISHED] * 2
        assert here.on_stage.runs()[-1].head_sha == here.pull.head_sha
        assert len(here.status_comments()) == 1
        assert here.answers() == []


async def test_apply_on_a_head_that_was_not_shown(tmp_path: Path) -> None:
    """The head moved between the result and the word: nothing is written."""
    async with talk(tmp_path) as here:
        with here.on_stage.unreachable():
            await here.on_stage.playground.push_files(here.pull, {"app/more.py": b"x = 1\n"})
            await here.on_stage.playground.comment(here.pull, "/obelize apply", here.maintainer)
        pushed = here.pull.head_sha
        await here.redeliver_comment()
        assert here.pull.head_sha == pushed
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]


async def test_apply_names_the_head_that_is_meant(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.say(f"/obelize apply @{'0' * 7}")
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]
        await here.say(f"/obelize apply @{here.pull.head_sha[:7]}")
        assert await here.file("app/read.py") == MOVED


async def test_the_same_word_twice_makes_one_commit(tmp_path: Path) -> None:
    """Two people say it at once: the head has moved for the second."""
    async with talk(tmp_path) as here:
        playground = here.on_stage.playground
        before = here.pull.head_sha
        await playground.comment(here.pull, "/obelize apply", here.maintainer)
        await playground.comment(here.pull, "/obelize apply", playground.somebody)
        await here.on_stage.settled()
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]
        assert sorted(one.state for one in here.commands()) == [CommandState.DONE, CommandState.REFUSED]


async def test_undo_takes_the_last_commit_back_and_no_more(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.say("/obelize undo")
        assert here.answers() == [sentence(CommandRefusal.NOTHING_TO_UNDO)]
        await here.say("/obelize apply")
        await here.say("/obelize undo")
        assert await here.file("app/read.py") == CLEAN
        await here.say("/obelize undo")
        assert here.answers()[1:] == [sentence(CommandRefusal.NOTHING_TO_UNDO)]


async def test_mute_ends_all_comments_and_is_taken_from_anybody(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        (before,) = here.status_comments()
        comment = await here.say("/obelize mute", here.reader)
        assert here.reactions(comment) == ["eyes", "rocket"]
        await here.on_stage.playground.push_files(here.pull, {"app/read.py": MOVED, "app/old.py": MOVED})
        await here.on_stage.settled()
        wrong = await here.say("/obelize fixx")
        assert here.status_comments() == [before]
        assert here.answers() == []
        assert here.reactions(wrong) == ["eyes", "confused"]
        (check,) = await here.on_stage.checks(here.pull)
        assert check["conclusion"] == "success"
        await here.say("/obelize resume")
        assert here.status_comments() != [before]
        assert len(here.status_comments()) == 1


async def test_pause_stops_reading_until_it_is_resumed(tmp_path: Path) -> None:
    async with talk(tmp_path) as here:
        await here.say("/obelize pause")
        await here.on_stage.playground.push_files(here.pull, {"app/more.py": CLEAN})
        await here.on_stage.settled()
        (check,) = await here.on_stage.checks(here.pull)
        assert (check["conclusion"], check["output"]["title"]) == ("skipped", "Obelize is paused")
        await here.say("/obelize fix")
        assert here.answers() == [sentence(CommandRefusal.BOT_IS_PAUSED)]
        await here.say("/obelize resume")
        newest = (await here.on_stage.checks(here.pull))[-1]
        assert newest["output"]["title"] == "8 places can be rewritten by rules, 3 left for a person"


async def test_migrate_opens_a_pull_request_once(tmp_path: Path) -> None:
    """On an issue, by who may write; said again, the same pull request is brought up to date."""
    async with talk(tmp_path) as here:
        playground = here.on_stage.playground
        issue = playground.world.issues.open(here.pull.repository, here.reader, "Migrate", None)
        refused = await playground.comment(issue, "/obelize migrate", here.reader)
        await here.on_stage.settled()
        comments = [await playground.comment(issue, "/obelize migrate", here.maintainer)]
        await here.on_stage.settled()
        comments.append(await playground.comment(issue, "/obelize migrate", here.maintainer))
        await here.on_stage.settled()
        assert here.reactions(refused) == ["eyes", "confused"]
        assert [here.reactions(comment) for comment in comments] == [["eyes", "rocket"]] * 2
        turned_away, opened, again = here.answers_under(issue)
        assert turned_away == sentence(CommandRefusal.MAY_NOT_WRITE)
        number = int(opened.split()[0].removeprefix("#"))
        assert opened.startswith(f"#{number} is open, at `")
        assert again.startswith(f"#{number} is up to date, at `")
