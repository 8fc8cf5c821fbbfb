"""A question of the run, answered by comment: the answer holds for this pull request. Scenes in the playground."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import bot.packs
from bot.vocabulary import CommandRefusal
from tests.conversation.talk import Talk, talk

EXAMPLE = (
    Path(bot.packs.__file__).parent
    / "bundled/gemini/google-generativeai-to-google-genai/fixtures/client-home-open/before"
)
BASE = {path.name: path.read_bytes() for path in EXAMPLE.iterdir()}
"""Two files need a client, and it is not certain that `settings.py` makes it for them."""
KEY = "client-home/google-genai"


@asynccontextmanager
async def asked(folder: Path) -> AsyncIterator[Talk]:
    base = {**BASE, "requirements.txt": b"google-generativeai==0.8.6\n"}
    async with talk(folder, base, {"requirements.txt": b"google-genai>=3.0.0,<4\n"}) as here:
        yield here


async def test_an_answer_is_planned_with(tmp_path: Path) -> None:
    async with asked(tmp_path) as here:
        (status,) = here.status_comments()
        assert f"/obelize answer {KEY} settings.py" in status
        comment = await here.say(f"/obelize answer {KEY} settings.py")
        assert here.reactions(comment) == ["eyes", "rocket"]
        (status,) = here.status_comments()
        assert f"- `{KEY}`: `settings.py`, by `maintainer`" in status
        await here.say("/obelize apply")
        written = await here.file("answers.py")
        assert written is not None
        assert b"google.generativeai" not in written
        assert here.answers() == []


async def test_an_answer_that_the_question_does_not_take(tmp_path: Path) -> None:
    async with asked(tmp_path) as here:
        await here.say(f"/obelize answer {KEY} elsewhere.py")
        assert here.answers() == [f"{CommandRefusal.NOT_AN_ANSWER.sentence} It takes `settings.py`, `leave`."]
        assert len(here.on_stage.runs()) == 1


async def test_a_question_that_nobody_asked(tmp_path: Path) -> None:
    async with asked(tmp_path) as here:
        await here.say("/obelize answer client-home/other settings.py")
        assert here.answers() == [f"{CommandRefusal.NO_SUCH_QUESTION.sentence} Open: `{KEY}`."]
