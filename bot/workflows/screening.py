"""Screening in a durable run: the operator's model may amend the plan once, in a step of its own.

What it costs counts as one question of the day. Nothing that happens here fails the run. What it amended holds for
later heads.
"""

import asyncio
from contextlib import closing
from dataclasses import dataclass

from bot.models.document import FORMAT_VERSION, document
from bot.models.names import PackId
from bot.models.run_key import RunKey
from bot.models.screening import ScreeningDocument
from bot.models.screening_task import ScreeningTask
from bot.models.struct import altered
from bot.screening.adapter import ModelScreener
from bot.screening.amendments import Env
from bot.screening.held import told_together
from bot.screening.landing import Circumstances, Screened, need_of, passed_over
from bot.screening.run import run
from bot.screening.tree_source import source_of
from bot.source.git_objects import GitObjects
from bot.store import amendments, installations
from bot.store.amendments import HeldAmendment, Revision
from bot.vocabulary import ScreeningSkip
from bot.workflows.consulting import Consulting, Place


@dataclass(frozen=True, slots=True)
class Screening:
    """Whoever the operator has questions asked of; `held` are the amendments that hold already, and `revision` is what
    somebody wants of the plan.
    """

    consulting: Consulting
    key: RunKey
    held: tuple[HeldAmendment, ...]
    revision: Revision | None

    async def screened(self, task: ScreeningTask, place: Place) -> bytes:
        """What is to be kept as model/screening.json."""
        done = await asyncio.to_thread(self._screened, task, place)
        await asyncio.to_thread(self._hold, done)
        kept = ScreeningDocument(
            version=FORMAT_VERSION,
            outcome=done.outcome,
            plan=done.plan,
            prompt_sha256=done.prompt_sha256,
        )
        return document(kept)

    def _screened(self, task: ScreeningTask, place: Place) -> Screened:
        blocked = {PackId(pack): block for pack, block in task.blocked.items()}
        words = self.revision.words if self.revision is not None else None
        if not self.consulting.has_room_today(place):
            about = Circumstances(need_of(task.plan, Env(None, blocked), words))
            spent = "The questions of this day were used up."
            skipped = passed_over(task.plan, ScreeningSkip.UNAVAILABLE, about, spent)
            return altered(skipped, outcome=told_together(skipped.outcome, task.held))
        with closing(GitObjects(place.git_dir, place.head_sha)) as tree:
            env = Env(source_of(tree, task.config), blocked, frozenset(task.named))
            screener = ModelScreener(self.consulting.provider())
            return asyncio.run(run(screener, task.plan, env, words=words, held=task.held))

    def _hold(self, done: Screened) -> None:
        """Again after a crash, it comes to the same."""
        by = self.revision.given_by if self.revision is not None else None
        with self.consulting.database.write() as connection:
            at = (self.key.repository_id, self.key.pull)
            if done.taken and installations.repository(connection, self.key.repository_id) is not None:
                new = [HeldAmendment(one, by) for one in done.taken]
                amendments.hold(connection, *at, amendments.held_with(new, self.held))
            if self.revision is not None:
                amendments.was_asked(connection, *at, self.revision)
