"""Screening in a durable run: the operator's model may amend the plan once, in a step of its own.

What it costs counts as one question of the day. Nothing that happens here fails the run.
"""

import asyncio
from contextlib import closing
from dataclasses import dataclass

from bot.models.document import FORMAT_VERSION, document
from bot.models.names import PackId
from bot.models.screening import ScreeningDocument
from bot.models.screening_task import ScreeningTask
from bot.screening.adapter import ModelScreener
from bot.screening.amendments import Env
from bot.screening.landing import Circumstances, Screened, need_of, passed_over
from bot.screening.run import run
from bot.screening.tree_source import source_of
from bot.source.git_objects import GitObjects
from bot.vocabulary import ScreeningSkip
from bot.workflows.consulting import Consulting, Place


@dataclass(frozen=True, slots=True)
class Screening:
    """Whoever the operator has questions asked of."""

    consulting: Consulting

    async def screened(self, task: ScreeningTask, place: Place) -> bytes:
        """What is to be kept as model/screening.json."""
        done = await asyncio.to_thread(self._screened, task, place)
        kept = ScreeningDocument(
            version=FORMAT_VERSION, outcome=done.outcome, plan=done.plan, prompt_sha256=done.prompt_sha256
        )
        return document(kept)

    def _screened(self, task: ScreeningTask, place: Place) -> Screened:
        blocked = {PackId(pack): block for pack, block in task.blocked.items()}
        if not self.consulting.has_room_today(place):
            about = Circumstances(need_of(task.plan, Env(None, blocked), None))
            spent = "The questions of this day were used up."
            return passed_over(task.plan, ScreeningSkip.UNAVAILABLE, about, spent)
        with closing(GitObjects(place.git_dir, place.head_sha)) as tree:
            env = Env(source_of(tree, task.config), blocked, frozenset(task.named))
            return asyncio.run(run(ModelScreener(self.consulting.provider()), task.plan, env))
