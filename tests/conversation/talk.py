"""What the scenes share: a pull request on the stage whose first run is over, and people who speak under it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.models.names import RunId
from bot.playground.world.accounts import Account
from bot.playground.world.checks import CheckRun
from bot.playground.world.comments import IssueComment
from bot.playground.world.issues import Conversation
from bot.playground.world.pulls import PullRequest
from bot.store import commands, offers
from bot.store.artifacts import RunFolder
from bot.store.commands import Given
from bot.store.runs import Run
from bot.vocabulary import OfferState, Word
from tests.workflows.stage import BASE, BUMP, Stage, Tree, pull_with, stage


@dataclass(frozen=True, slots=True)
class Talk:
    """A stage, and the pull request that people talk about."""

    on_stage: Stage
    pull: PullRequest

    async def say(self, text: str, by: Account | None = None) -> IssueComment:
        """A person comments, the maintainer unless named, and the bot comes to rest."""
        comment = await self.on_stage.playground.comment(self.pull, text, by or self.maintainer)
        await self.on_stage.settled()
        return comment

    async def press(self, run: CheckRun, identifier: str, by: Account) -> None:
        """A person presses a button of a check, and the bot comes to rest."""
        await self.on_stage.playground.click(run, identifier, by)
        await self.on_stage.settled()

    @property
    def maintainer(self) -> Account:
        return self.on_stage.playground.maintainer

    @property
    def reader(self) -> Account:
        return self.on_stage.playground.reader

    def reactions(self, comment: IssueComment) -> list[str]:
        """What the bot's reactions say, in their order."""
        return [one.content for one in comment.reactions if one.by.type == "Bot"]

    async def until(self, comment: IssueComment, reaction: str) -> None:
        """Until the bot reacted so to the comment, whatever else it is at."""
        async with asyncio.timeout(90):
            while reaction not in self.reactions(comment):  # noqa: ASYNC110 - GitHub has no event for it
                await asyncio.sleep(0.02)

    def answers(self) -> list[str]:
        """What the bot answered, oldest first, without the hidden markers."""
        return self.answers_under(self.pull)

    def answers_under(self, conversation: Conversation) -> list[str]:
        """The same elsewhere."""
        said = self.on_stage.playground.world.comments.on(conversation)
        ours = [one.body for one in said if one.author.type == "Bot"]
        return [body.split("\n", 1)[1] for body in ours if body.startswith("<!-- obelize:answer")]

    def status_comments(self) -> list[str]:
        """The status comments that stand; there should be one at most."""
        said = self.on_stage.playground.world.comments.on(self.pull)
        return [one.body for one in said if one.author.type == "Bot" and one.body.startswith("<!-- obelize:status")]

    def trigger(self, run: Run) -> dict[str, object]:
        """Who asked for a run, as its folder tells."""
        folder = RunFolder(run.repository_id, RunId(str(run.run_id)))
        data = self.on_stage.services.artifacts.read_file(folder, "run.json")
        assert data is not None
        found: dict[str, object] = json.loads(data)["trigger"]
        return found

    def offers(self) -> list[OfferState]:
        """What became of the places that were offered."""
        with self.on_stage.services.database.read() as connection:
            known = offers.of_pull(connection, self.pull.repository.id, self.pull.number)
        return [offer.state for offer in known.values()]

    async def file(self, path: str) -> bytes | None:
        """A file as the head of the pull request has it."""
        git = self.pull.repository.git
        entry = await git.entry(self.pull.head_sha, path)
        return await git.blob(entry.sha) if entry is not None else None

    async def redeliver_comment(self) -> None:
        """GitHub sends the newest `issue_comment` of a new comment once more."""
        playground = self.on_stage.playground
        sent = playground.world.deliveries.newest_first()
        lost = next(one for one in sent if (one.event, one.action) == ("issue_comment", "created"))
        await playground.hooks.redeliver(lost)
        await self.on_stage.settled()

    def commands(self) -> list[Given]:
        """Every command about the pull request, oldest first."""
        with self.on_stage.services.database.read() as connection:
            return commands.of_pull(connection, self.pull.repository.id, self.pull.number)


def sentence(word: Word) -> str:
    """What a person is told by a word alone."""
    return f"{word.sentence} {word.action}" if word.action else word.sentence


@asynccontextmanager
async def talk(folder: Path, base: Tree = BASE, change: Tree = BUMP, **more: object) -> AsyncIterator[Talk]:
    """Somebody opened a pull request, and the bot has read it."""
    async with stage(folder, **more) as on_stage:  # type: ignore[arg-type]
        pull = await pull_with(on_stage.playground, base, change)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        yield Talk(on_stage, pull)
