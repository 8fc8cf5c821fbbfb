"""A playground with one open pull request in it: what `obelize playground` and `make run` start with.

It starts no bot. Whoever does sets `playground.hook_url` once the bot listens and then calls `announce`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.playground import example
from bot.playground.git.load import RevisionError
from bot.playground.playground import Playground
from bot.playground.world.apps import DEFAULT_EVENTS, Permissions
from bot.playground.world.pulls import PullRequest


@dataclass(frozen=True, slots=True)
class RunningPlayground:
    """The playground, its pull request and the address of the page to look at."""

    playground: Playground
    pull: PullRequest

    @property
    def page(self) -> str:
        """The pull request's page."""
        return self.playground.page_of(self.pull)

    async def announce(self) -> None:
        """Sends the pull request's `opened` to `playground.hook_url`, preceded by the installation's own event."""
        await self.playground.announce_installation(self.pull.repository)
        await self.playground.announce(self.pull)


@asynccontextmanager
async def running_playground(
    repository: Path | None,
    base: str = "main",
    head: str = "",
    port: int = 0,
    *,
    permissions: Permissions | None = None,
    events: tuple[str, ...] = DEFAULT_EVENTS,
    fresh: bool = False,
) -> AsyncIterator[RunningPlayground]:
    """Loads a local repository (null: the example) and opens a pull request from `head` into `base`.

    A fresh one has no App yet, and the repository belongs to whoever sits at the browser.
    `head` may be any revision of the repository; its checked-out commit unless given. Raises GitError (no repository),
    RevisionError (no such revision; the message is for the person who typed it), OSError (the port is taken).
    """
    async with await Playground.start(port=port, permissions=permissions, events=events, fresh=fresh) as playground:
        owner = playground.somebody.login if fresh else None
        if repository is None:
            pull = await _open_example(playground, owner or example.OWNER)
        else:
            pull = await _open_local(playground, owner or "local", repository, base, head or "HEAD")
        yield RunningPlayground(playground, pull)


async def _open_example(playground: Playground, owner: str) -> PullRequest:
    repository = await playground.add_repository(None, owner=owner, name=example.NAME, default_branch=example.BASE)
    await example.write_example(repository.git)
    author = playground.world.accounts.ensure(example.AUTHOR, "Bot")
    return await playground.open_pull_request(
        example.BASE, example.HEAD, repository=repository, title=example.TITLE, body=example.BODY, author=author
    )


async def _open_local(playground: Playground, owner: str, path: Path, base: str, head: str) -> PullRequest:
    repository = await playground.add_repository(path, owner=owner, name=_name_of(path), default_branch=base)
    branch = await playground.take_branch(repository, path, head, fallback="head")
    if branch == repository.default_branch:
        raise RevisionError(f"{head!r} is the base branch itself; name the branch that changes something")
    return await playground.open_pull_request(
        repository.default_branch, branch, repository=repository, author=playground.author
    )


def _name_of(path: Path) -> str:
    name = path.resolve().name.removesuffix(".git")
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "-" for letter in name)
