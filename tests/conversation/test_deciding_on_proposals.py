"""Proposals of a model, by number: accepted, declined, explained. Scenes in the playground.

Proposals 1 and 2 stand in `tools/first.py`, 3 in `web/title.py`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.vocabulary import CommandRefusal, CommandState, OfferState
from tests.conversation.offered_scenes import ELSEWHERE, NEAR, offered
from tests.conversation.talk import Talk, sentence
from tests.workflows.stage import counting

FIRST_TAKEN = NEAR.replace(b"reader.getPage(0)", b"reader.pages[0]")
BOTH_TAKEN = FIRST_TAKEN.replace(b"reader.getPage(1)", b"reader.pages[1]")
ELSEWHERE_TAKEN = ELSEWHERE.replace(b"reader.getPage(7)", b"reader.pages[7]")


@asynccontextmanager
async def proposed(folder: Path) -> AsyncIterator[Talk]:
    """The pull request as it is after its first run, with people who may speak under it."""
    async with offered(folder) as scene:
        scene.on_stage.playground.people_move_in(scene.pull.repository)
        yield Talk(scene.on_stage, scene.pull)


async def test_accepting_one_commits_the_bytes_that_were_checked(tmp_path: Path) -> None:
    """With the person who accepted as co-author; what is left is offered anew on the new head."""
    async with proposed(tmp_path) as here:
        before = here.pull.head_sha
        comment = await here.say("/obelize accept 1")
        assert here.reactions(comment) == ["eyes", "rocket"]
        assert await here.file("tools/first.py") == FIRST_TAKEN
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        person = here.maintainer
        trailer = f"Co-authored-by: {person.login} <{person.id}+{person.login}@users.noreply."
        assert trailer in commit.message
        assert "Accepted-by: maintainer (write)" in commit.message
        assert here.answers() == []
        assert len(here.status_comments()) == 1
        assert len(counting(await here.on_stage.checks(here.pull))) == 1
        assert sorted(here.offers()) == [OfferState.ACCEPTED, OfferState.OFFERED, OfferState.OFFERED]


async def test_accepting_two_of_different_files_makes_one_commit(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        before = here.pull.head_sha
        await here.say("/obelize accept 1,3")
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        assert await here.file("tools/first.py") == FIRST_TAKEN
        assert await here.file("web/title.py") == ELSEWHERE_TAKEN


async def test_two_of_one_file_were_not_checked_together(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        before = here.pull.head_sha
        await here.say("/obelize accept 1-3")
        word = CommandRefusal.FILE_ALREADY_CHANGED
        assert here.answers() == [f"{word.sentence} They share a file: 1 and 2. {word.action}"]
        assert here.pull.head_sha == before


async def test_all_is_one_of_each_file_and_then_the_rest(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        await here.say("/obelize accept all")
        assert await here.file("tools/first.py") == FIRST_TAKEN
        await here.say("/obelize accept all")
        assert await here.file("tools/first.py") == BOTH_TAKEN
        assert await here.file("web/title.py") == ELSEWHERE_TAKEN
        await here.say("/obelize accept all")
        assert here.answers() == ["The run has no proposal of this number that passed its checks. None is open."]


async def test_a_number_that_there_is_not(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        before = here.pull.head_sha
        await here.say("/obelize accept 2,9")
        word = CommandRefusal.NO_SUCH_NUMBER
        assert here.answers() == [f"{word.sentence} Not there: 9; there is 1, 2 and 3."]
        assert here.pull.head_sha == before


async def test_numbers_belong_to_what_was_shown(tmp_path: Path) -> None:
    """After a push they mean other places: the word about the old ones is refused, also when it comes late."""
    async with proposed(tmp_path) as here:
        with here.on_stage.unreachable():
            await here.on_stage.playground.comment(here.pull, "/obelize accept 1", here.maintainer)
        early = {"app/early.py": b"import PyPDF2\n\n\ndef early(reader):\n    return reader.getPage(9)\n"}
        await here.on_stage.playground.push_files(here.pull, early)
        await here.on_stage.settled()
        pushed = here.pull.head_sha
        await here.redeliver_comment()
        assert here.pull.head_sha == pushed
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]


async def test_a_declined_place_is_not_offered_again(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        comment = await here.say("/obelize reject 3 this module goes")
        assert here.reactions(comment) == ["eyes", "rocket"]
        (status,) = here.status_comments()
        assert "`rejected`" in status
        await here.say("/obelize fix")
        await here.say("/obelize accept 3")
        assert here.answers() == [f"{CommandRefusal.ALREADY_DECIDED.sentence} Decided: 3."]
        assert sorted(here.offers()) == [OfferState.OFFERED, OfferState.OFFERED, OfferState.REJECTED]


async def test_explained_with_its_patch_and_reason_as_code(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        await here.say("/obelize explain 1")
        (answer,) = here.answers()
        assert answer.startswith("**Proposal 1**, `tools/first.py` line 5 at")
        assert "```diff\n-    return reader.getPage(0)\n+    return reader.pages[0]\n```" in answer
        assert "/VOCABULARY.md#offerstate-offered" in answer
        await here.say("/obelize explain 9")
        assert here.answers()[1:] == [sentence(CommandRefusal.NO_SUCH_NUMBER)]


async def test_what_was_sent_is_shown_word_for_word(tmp_path: Path) -> None:
    async with proposed(tmp_path) as here:
        await here.say("/obelize show-context")
        assert "| 3 | `web/title.py:5` | 4 to 5 |" in here.answers()[0]
        await here.say("/obelize show-context 3")
        assert "file: web/title.py\nline: 5\n" in here.answers()[1]
        assert (
            "----- BEGIN LINES SENT -----\n4: def title(reader):\n5:     return reader.getPage(7)\n"
            in here.answers()[1]
        )
        await here.say("/obelize show-context 4")
        assert here.answers()[2:] == [sentence(CommandRefusal.NO_SUCH_NUMBER)]


@pytest.mark.parametrize("second", ["/obelize accept 1", "/obelize accept 3"], ids=["the same", "another"])
async def test_two_people_accept_at_once(tmp_path: Path, second: str) -> None:
    """One commit; the other word was about a head that is none any more."""
    async with proposed(tmp_path) as here:
        playground, before = here.on_stage.playground, here.pull.head_sha
        await playground.comment(here.pull, "/obelize accept 1", here.maintainer)
        await playground.comment(here.pull, second, playground.somebody)
        await here.on_stage.settled()
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        assert here.answers() == [sentence(CommandRefusal.HEAD_MOVED)]
        assert sorted(one.state for one in here.commands()) == [CommandState.DONE, CommandState.REFUSED]


async def test_accepting_while_a_run_is_at_work_waits_for_it(tmp_path: Path) -> None:
    """What writes takes its turn; in the end there is one commit and nothing is left undone."""
    async with proposed(tmp_path) as here:
        playground, before = here.on_stage.playground, here.pull.head_sha
        comment = await playground.comment(here.pull, "/obelize fix", here.maintainer)
        await here.until(comment, "rocket")
        await playground.comment(here.pull, "/obelize accept 1", here.maintainer)
        await here.on_stage.settled()
        commit = await here.pull.repository.git.commit(here.pull.head_sha)
        assert list(commit.parents) == [before]
        assert [one.state for one in here.commands()] == [CommandState.DONE] * 2
        assert len(here.status_comments()) == 1
        assert len(counting(await here.on_stage.checks(here.pull))) == 1
