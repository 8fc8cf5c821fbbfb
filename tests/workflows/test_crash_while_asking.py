"""The bot, a process of its own, dies with -9 in the middle of a question: restarted, it asks only what was torn, and
ends in one check.
"""

import asyncio
import json
import os
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.consult.endpoint import asked_about, endpoint
from tests.workflows.killed import BotProcess, bot_process, finished
from tests.workflows.stage import counting, playing, pull_with

QUESTIONS = 5
SOURCE = "import PyPDF2\n\n\n" + "".join(
    f"def page{number}(reader):\n    return reader.getPage({number})\n\n\n" for number in range(QUESTIONS)
)
BASE = {"tools/pages.py": SOURCE.encode(), "requirements.txt": b"PyPDF2==3.0.1\n"}
BUMP = {"requirements.txt": b"pypdf==7.1.1\n"}


@dataclass
class DyingModel:
    """Answers like a good model; when question `number` comes it waits until the others are through, and the bot dies
    without an answer. `asked` counts what came in, by question.
    """

    number: int
    at_once: int
    folder: Path
    bot: BotProcess | None = None
    asked: Counter[int] = field(default_factory=Counter)
    died: threading.Event = field(default_factory=threading.Event)

    def __call__(self, message: str) -> str:
        about = asked_about(message)
        number = int(about["replaces"].split("getPage(")[1].split(")")[0])
        self.asked[number] += 1
        if number == self.number and not self.died.is_set():
            self._wait()
            assert self.bot is not None
            assert self.bot.process is not None
            os.kill(self.bot.process.pid, 9)
            self.died.set()
        return json.dumps({"proposal": {**about, "replacement": f"    return reader.pages[{number}]"}})

    def _wait(self) -> None:
        """Until the answers to those that go out together with this question are kept."""
        together = min(QUESTIONS, (self.number // self.at_once + 1) * self.at_once)
        while len(list(self.folder.rglob("answers/*"))) < together - 1:
            time.sleep(0.02)


@pytest.mark.parametrize(("number", "at_once"), [(0, 1), (2, 1), (1, 4), (4, 4)])
async def test_what_was_answered_is_not_asked_again(tmp_path: Path, number: int, at_once: int) -> None:
    model = DyingModel(number, at_once, tmp_path)
    with endpoint(model) as served:
        settings = {
            "OBELIZE_MODEL_PROVIDER": "openai_compat",
            "OBELIZE_MODEL_BASE_URL": served.base_url,
            "OBELIZE_MODEL_NAME": "tiny",
            "OBELIZE_MODEL_CONCURRENCY": str(at_once),
        }
        async with playing() as playground, bot_process(playground, tmp_path, **settings) as bot:
            model.bot = bot
            pull = await pull_with(playground, BASE, BUMP)
            await playground.announce(pull)
            async with asyncio.timeout(90):
                await asyncio.to_thread(model.died.wait)
                assert bot.process is not None
                await bot.process.wait()
            await bot.start()
            checks, comments = await finished(playground, pull)
    (check,) = counting(checks)
    assert len(comments) == 1
    assert model.asked == Counter({one: 2 if one == number else 1 for one in range(QUESTIONS)})
    told = [one["message"] for one in check["annotations"] if one["path"] == "tools/pages.py"]
    assert sum("passed every check" in one for one in told) == QUESTIONS
