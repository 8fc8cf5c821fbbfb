"""From a delivery to the finished check: on a repository never seen before, and after a push of ten files.

The bot is one process on SQLite, GitHub is the playground, which runs in this process; the pauses that GitHub asks for
between writes are left out. Beside each size stands what a clone of it takes. Run with `python -m bench.pull_request`;
it needs /proc.
"""

import asyncio
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.bot import bots, finished, used_by_all
from bench.large_repository import Repository, Size, repository_of
from bench.measure import seconds_of
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.workflows.killed import BotProcess
from tests.workflows.stage import commit_on, playing

FULL = Size(5_000, 250)
BY_FILES = (Size(1_250, 50), Size(2_500, 50), Size(5_000, 50))
BY_FINDINGS = (Size(2_500, 0), Size(2_500, 50), Size(2_500, 100), Size(2_500, 200))
CHANGED = 10
_BUMP = {"requirements.txt": b"pypdf==7.1.1\nrequests\n"}


@dataclass(frozen=True, slots=True)
class Took:
    """Wall and CPU seconds from the delivery to the finished check, and the peak memory of a process so far, in MB."""

    wall: float
    cpu: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Both runs of a repository, and a clone of it."""

    size: Size
    cold: Took
    pushed: Took
    clone: float


def main() -> None:
    """Measure and print."""
    full = asyncio.run(_measured([FULL]))[0]
    print("\n| a run, from its delivery to the finished check | wall s | CPU s | peak MB | a clone s | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, took in (("never seen", full.cold), (f"{CHANGED} files pushed", full.pushed)):
        print(
            f"| {full.size.files:,} files, {full.size.users} of which use the library, {name} | {took.wall:.2f} |"
            f" {took.cpu:.2f} | {took.megabytes:.0f} | {full.clone:.2f} | {took.wall / full.clone:.1f} |"
        )
    _grown("files", [(each.size.files, each) for each in asyncio.run(_measured(BY_FILES))])
    _grown("files that use the library", [(each.size.users, each) for each in asyncio.run(_measured(BY_FINDINGS))])


def _grown(what: str, points: Sequence[tuple[int, Measured]]) -> None:
    """A table, and what each further thousand costs by the line that fits best."""
    print(f"\n| {what} | cold CPU s | cold wall s | CPU s after a push |\n|---:|---:|---:|---:|")
    for number, each in points:
        print(f"| {number:,} | {each.cold.cpu:.2f} | {each.cold.wall:.2f} | {each.pushed.cpu:.2f} |")
    numbers = [float(number) for number, _ in points]
    cold, pushed = (
        1000 * slope(numbers, cpu) for cpu in zip(*((e.cold.cpu, e.pushed.cpu) for _, e in points), strict=True)
    )
    print(f"| each further 1,000 | {cold:.2f} | | {pushed:.2f} |")


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """By least squares."""
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


async def _measured(sizes: Sequence[Size]) -> list[Measured]:
    """Each in a repository of its own, one after another before the same bot."""
    with tempfile.TemporaryDirectory() as folder:
        async with playing() as playground, bots(playground, Path(folder)) as (bot,):
            await _one(playground, bot, Size(5, 2))  # what only a first run does
            return [await _one(playground, bot, size) for size in sizes]


async def _one(playground: Playground, bot: BotProcess, size: Size) -> Measured:
    with repository_of(size) as made:
        clone = _clone(made)
        name = f"of-{size.files}-{size.users}"
        here = await playground.add_repository(made.root, owner=name, name=name, default_branch="HEAD")
        changed = {str(path.relative_to(made.root)): path.read_bytes() + b"# changed\n" for path in _some(made)}
    await commit_on(here, "change", made.commit, _BUMP)
    pull = await playground.make_pull_request(here, here.default_branch, "change", title="Bump", body=None)
    await playground.settle()
    cold = await _took(playground, bot, pull)
    await playground.settle()
    await playground.push_files(pull, changed, "Ten")
    return Measured(size, cold, await _took(playground, bot, pull, is_new=False), clone)


def _some(made: Repository) -> list[Path]:
    return list(made.hits[:CHANGED]) or sorted(made.root.rglob("*.py"))[:CHANGED]


async def _took(playground: Playground, bot: BotProcess, pull: PullRequest, *, is_new: bool = True) -> Took:
    before = used_by_all([bot])
    if is_new:
        await playground.announce(pull)
    wall = await finished(playground, [pull])
    after = used_by_all([bot])
    return Took(wall, after.cpu - before.cpu, after.megabytes)


def _clone(made: Repository) -> float:
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "clone", "-q", "--bare", f"file://{made.root}"]
        numbers = iter(range(100))
        return seconds_of(lambda: subprocess.run([*command, f"{folder}/{next(numbers)}"], check=True))


if __name__ == "__main__":
    main()
