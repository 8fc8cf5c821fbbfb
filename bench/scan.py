"""Speed and scale of a scan, each figure against something named, in one run on one machine.

Run with `python -m bench.scan`. `BENCH_REPO=path` measures on a clone of yours, which is only read (ten files are
rewritten in a copy). The peer is the tool `obelize` 0.8.0 of the package registry, in an environment of its own in the
cache folder; `BENCH_PEER=no` leaves it out, and where it cannot be installed a line says so.

Seconds are the best of several. CPU counts this process's children and their children, system time included.
"""

import ast
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench.commands import OBELIZE, cost_of
from bench.large_repository import EMPTY, MIDDLE, SMALL, Repository, large_repository, repository_of
from bench.measure import ROUNDS, seconds_of, show
from bench.peer import peer_command
from bot.answers.cache import NO_ANSWERS, Answers
from bot.cli.local_packs import chosen_packs
from bot.cli.local_run import run_over
from bot.models.run import GitState
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import python_facts
from bot.source.git_objects import GitObjects
from bot.source.working_tree import WorkingTree
from bot.vocabulary import RunMode

CHANGED = 10
_FEW = 1_000


def scan_phase(repository: Repository, answers: Answers = NO_ANSWERS, *, at_commit: bool = False) -> float:
    """Wall seconds from an opened tree to findings, in this process, where everything is imported."""
    tree = GitObjects(repository.root / ".git", repository.commit) if at_commit else WorkingTree(repository.root)  # type: ignore[arg-type]
    packs = chosen_packs(())
    began = time.perf_counter()
    with closing(tree):
        git = GitState(sha=None, branch=None, dirty=False)
        run_over(tree, packs, RunMode.SCAN, git, named=False, answers=answers)
    return time.perf_counter() - began


def cpu_of(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """CPU seconds of the cheapest call, of this process and of the children that it waited for."""
    return min(_cpu_once(act) for _ in range(rounds))


def _cpu_once(act: Callable[[], object]) -> float:
    before = _cpu()
    act()
    return _cpu() - before


def _cpu() -> float:
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def parse(files: list[bytes]) -> None:
    """What Python's own parser needs for the files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data in files:
            try:
                ast.parse(data)
            except (SyntaxError, ValueError):
                continue


def examine(files: list[bytes], surface: SurfaceIndex) -> None:
    """What we need for them, without a child; as there, no garbage is looked for meanwhile."""
    gc.disable()
    for data in files:
        python_facts("a.py", data, surface, {}, (), vendored=False)
    gc.enable()
    gc.collect()


def against_git_grep(repository: Repository) -> None:
    """The scan phase against a search for one token, and the parsing of what it hits."""
    grep = ["git", "grep", "-l", "-F", repository.token, repository.commit, "--", "*.py"]
    search = seconds_of(lambda: subprocess.run(grep, cwd=repository.root, capture_output=True, check=False))
    files = [path.read_bytes() for path in repository.hits]
    parsing = cpu_of(lambda: parse(files))
    folder = min(scan_phase(repository) for _ in range(ROUNDS))
    commit = min(scan_phase(repository, at_commit=True) for _ in range(ROUNDS))
    show("scan phase, files of the folder", folder, "git grep", search)
    show("scan phase, objects of the commit", commit, "git grep", search)
    show("scan phase, files of the folder", folder, "goal: 3 x git grep + ast", 3 * search + parsing)
    surface = SurfaceIndex(next(loaded.pack for loaded in chosen_packs(()) if "pypdf2" in loaded.pack.id))
    ours = cpu_of(lambda: examine(files, surface))
    show("CPU of a parsed file, in ms", ours / len(files) * 1000, "ast.parse", parsing / len(files) * 1000, "ms")


def whole_commands(repository: Repository) -> None:
    """What a person waits for, and the memory that it takes."""
    grep = cost_of(["git", "grep", "-l", "-F", repository.token, repository.commit, "--", "*.py"], repository.root)
    cold = cost_of([*OBELIZE, "scan", "--json", "--no-cache"], repository.root)
    show("obelize scan, whole command", cold.wall, "git grep", grep.wall)
    bare = cost_of([sys.executable, "-c", ""], repository.root)
    show("obelize --help", cost_of([*OBELIZE, "--help"], repository.root).wall, "a bare Python", bare.wall)
    show("peak memory of a process", cold.megabytes, "a bare Python", bare.megabytes, "MB")


def scanned_again(repository: Repository) -> None:
    """A scan after ten files changed, against the one before which nothing was known."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(repository.root, copy, symlinks=True)
        cache = Path(folder) / "cache"
        command = [*OBELIZE, "scan", "--json"]
        cold = cost_of([*command, "--no-cache"], copy, cache=cache)
        cost_of(command, copy, rounds=1, cache=cache)
        warm = []
        for turn in range(ROUNDS):
            for path in repository.hits[:CHANGED]:
                with (copy / path.relative_to(repository.root)).open("ab") as file:
                    file.write(b"# changed %d\n" % turn)
            warm.append(cost_of(command, copy, rounds=1, cache=cache).cpu)
        show(f"CPU of a scan after {CHANGED} files changed", min(warm), "a cold scan", cold.cpu)
        floor = cost_of([sys.executable, "-c", "import bot.cli.scan"], copy)
        show("the same without Python's start and imports", min(warm) - floor.cpu, "a cold scan", cold.cpu - floor.cpu)


def against_peer(repository: Repository, command: list[str]) -> None:
    """The same repository through both, nothing remembered; the peer is run once where it takes minutes."""
    ours = cost_of([*OBELIZE, "scan", "--json", "--no-cache"], repository.root)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(repository.root, copy, symlinks=True)
        theirs = cost_of([*command, "scan", "--json"], copy, rounds=1 if repository.python_files > _FEW else ROUNDS)
    print(f"{repository.python_files} Python files, {len(repository.hits)} of which name {repository.token}")
    show("  the peer, whole command", theirs.wall, "obelize scan", ours.wall)
    show("  CPU of the peer", theirs.cpu, "obelize scan", ours.cpu)


def main() -> None:
    """Measure and print."""
    peer = peer_command()
    with tempfile.TemporaryDirectory() as folder, large_repository() as repository:
        os.environ["XDG_CACHE_HOME"] = folder
        print(f"{repository.python_files} Python files, {len(repository.hits)} of which name {repository.token}")
        against_git_grep(repository)
        whole_commands(repository)
        scanned_again(repository)
        if peer is None:
            print("the peer was left out or could not be installed (it needs Python 3.12 and a package registry)")
            return
        for size in (EMPTY, SMALL, MIDDLE):
            with repository_of(size) as other:
                against_peer(other, peer)
        against_peer(repository, peer)


if __name__ == "__main__":
    main()
