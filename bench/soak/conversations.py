"""What people do on pull requests, by a seed: they open, push, comment, press, rename, suspend and uninstall."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.workflows.stage import BASE, BUMP, OLD, commit_on

_OWNERS = 4
_COMMANDS = (
    "apply",
    "apply",
    "fix",
    "help",
    "explain 1",
    "verify",
    "undo",
    "show-context",
    "accept all",
    "pause",
    "resume",
)
_PAUSE = 2.0


@dataclass(slots=True)
class Conversation:
    """A pull request; it is gone once the App was uninstalled, and nothing may be said there any more."""

    pull: PullRequest
    gone: bool = False


@dataclass(slots=True)
class People:
    """`most` conversations at once, until the end."""

    playground: Playground
    chance: random.Random
    most: int
    met: Counter[str] = field(default_factory=Counter)
    conversations: list[Conversation] = field(default_factory=list)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def talk(self, seconds: float) -> None:
        """For so many seconds; what was begun is ended."""
        end = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(self._talk_until(end, number) for number in range(self.most)))

    async def _talk_until(self, end: float, number: int) -> None:
        loop = asyncio.get_running_loop()
        count = 0
        while loop.time() < end:
            count += 1
            await self._conversation(f"app-{number}-{count}")

    async def _conversation(self, name: str) -> None:
        owner = f"octo-{self.chance.randrange(_OWNERS)}"
        fate = self.chance.random()
        if fate < 0.06:
            owner = f"leaves-{name}"
        elif fate < 0.14:
            owner = f"rests-{name}"
        async with self.one_at_a_time:
            repository = await self.playground.add_repository(None, owner=owner, name=name, default_branch="main")
        top = await commit_on(repository, "main", None, BASE)
        change = BUMP if self.chance.random() < 0.8 else {"README.md": b"No dependency moves here.\n"}
        await commit_on(repository, "change", top, change)
        pull = await self.playground.open_pull_request("main", "change", repository=repository)
        conversation = Conversation(pull)
        self.conversations.append(conversation)
        await self.playground.announce(pull)
        for _ in range(self.chance.randint(2, 7)):
            await asyncio.sleep(self.chance.expovariate(1.0 / _PAUSE))
            await self._act(conversation)
        await self._fate(conversation, repository, owner)

    async def _act(self, conversation: Conversation) -> None:
        playground, pull = self.playground, conversation.pull
        action = self.chance.choice(
            ("push", "push twice", "say", "say", "say", "draft", "reopen", "rerun", "rename", "retitle")
        )
        self.met[action] += 1
        match action:
            case "push":
                await self._push(pull)
            case "push twice":
                await self._push(pull)
                await self._push(pull)
            case "say":
                await self._say(pull)
            case "draft":
                await playground.convert_to_draft(pull)
                await playground.mark_ready(pull)
            case "reopen":
                await playground.close(pull)
                await asyncio.sleep(self.chance.random())
                await playground.reopen(pull)
            case "rerun":
                await self._rerun(conversation)
            case "rename":
                await playground.rename(pull.repository, f"{pull.repository.name}-x")
            case _:
                await playground.retitle(pull, "Another title")

    async def _push(self, pull: PullRequest) -> None:
        path = f"app/more_{self.chance.randrange(1_000)}.py"
        await self.playground.push_files(pull, {path: OLD}, "More")

    async def _say(self, pull: PullRequest) -> None:
        by = self.playground.maintainer if self.chance.random() < 0.9 else self.playground.reader
        command = self.chance.choice(_COMMANDS)
        self.met[f"/obelize {command}"] += 1
        await self.playground.comment(pull, f"/obelize {command}", by)

    async def _rerun(self, conversation: Conversation) -> None:
        pull = conversation.pull
        ours = [
            run
            for run in self.playground.world.checks.runs_on(pull.repository, pull.head_sha)
            if run.suite.app is self.playground.app and run.status == "completed"
        ]
        if ours:
            await self.playground.rerun(ours[-1])

    async def _fate(self, conversation: Conversation, repository: Repository, owner: str) -> None:
        playground = self.playground
        if owner.startswith("leaves"):
            self.met["uninstalled"] += 1
            conversation.gone = True
            await playground.uninstall(playground.installation_of(repository))
        elif owner.startswith("rests"):
            self.met["suspended"] += 1
            await self._push(conversation.pull)
            await asyncio.sleep(self.chance.random())
            installation = playground.installation_of(repository)
            await playground.suspend(installation)
            await asyncio.sleep(5 * self.chance.random())
            await playground.unsuspend(installation)
            await self._push(conversation.pull)
