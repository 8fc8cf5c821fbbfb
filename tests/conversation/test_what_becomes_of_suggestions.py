"""A suggestion from the moment that somebody decides: accepted, taken back, pressed, silenced. Scenes in the playground."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.vocabulary import OfferState, VerifyReason
from tests.conversation.offered_scenes import BUMP, NEAR, Scene, offered
from tests.conversation.talk import Talk


def speaking(scene: Scene) -> Talk:
    scene.on_stage.playground.people_move_in(scene.pull.repository)
    return Talk(scene.on_stage, scene.pull)


async def test_accepted_by_command_it_is_put_away_and_the_commit_is_told(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene:
        await speaking(scene).say("/obelize accept 1")
        (thread,) = scene.threads
        assert thread.outdated
        assert thread.comments[0].minimized is not None
        assert thread.resolved_by is not None
        status = await scene.status()
        assert f"/commits/{scene.pull.head_sha}) | `accept` 1, by `maintainer` | not known yet |" in status
        assert "2 proposals wait below" in status
        assert f"at `{scene.pull.head_sha[:7]}`" in status


async def test_taken_back_the_place_is_offered_again_without_a_second_suggestion(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene:
        here = speaking(scene)
        await here.say("/obelize accept 1")
        await here.say("/obelize undo")
        assert await here.file("tools/first.py") == NEAR
        assert len(scene.threads) == 1
        status = await scene.status()
        assert "<summary>Proposal 1</summary>" in status
        assert "| `undo`, by `maintainer` |" in status
        assert here.offers() == [OfferState.OFFERED] * 3


async def test_taken_by_githubs_button_it_is_one_place_less(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene:
        here = speaking(scene)
        (suggestion,) = scene.suggestions
        await scene.on_stage.playground.apply_suggestion(suggestion, here.maintainer)
        await scene.on_stage.settled()
        assert (len(scene.threads), scene.threads[0].comments[0].minimized is not None) == (1, True)
        assert "2 proposals wait below" in await scene.status()
        assert sorted(here.offers()) == [OfferState.OFFERED, OfferState.OFFERED, OfferState.STALE]


async def test_after_silence_it_is_said_once(tmp_path: Path) -> None:
    async with offered(tmp_path, BUMP) as scene:
        here = speaking(scene)
        before = await scene.status()
        await here.say("/obelize mute", here.reader)
        await scene.push({"tools/early.py": b"import PyPDF2\n\n\ndef early(reader):\n    return reader.getPage(9)\n"})
        assert (scene.threads, await scene.status()) == ([], before)
        await here.say("/obelize resume")
        assert [thread.anchor.path for thread in scene.threads] == ["tools/early.py"]
        assert f"at `{scene.pull.head_sha[:7]}`" in await scene.status()


@pytest.mark.parametrize("fails", [False, True], ids=["passes", "breaks"])
async def test_what_the_repositorys_own_checks_say_stands_in_the_status(tmp_path: Path, fails: bool) -> None:
    async with offered(tmp_path) as scene:
        here = speaking(scene)

        def rule(files: Mapping[str, bytes]) -> str:
            return "failure" if fails and b"reader.pages[0]" in files["tools/first.py"] else "success"

        scene.on_stage.playground.watch_with_ci(rule)
        await scene.push({"README.md": b"hello\n"})
        await here.say("/obelize accept 1")
        await scene.on_stage.settled()
        await here.say("/obelize verify")
        status = await scene.status()
        word = VerifyReason.CHECK_BROKEN if fails else VerifyReason.CHECKS_PASSED
        assert f"[`{word}`](" in status
        assert (f"**The commit `{scene.pull.head_sha[:7]}` of Obelize broke something**" in status) is fails
