"""A planned migration against the peer's, on the same repository in the same run: `python -m bench.fix`.

Both plan and write nothing but their run folders. Each run starts with nothing remembered; where the peer takes minutes
it is run once.
"""

import shutil
import tempfile
from pathlib import Path

from bench.commands import OBELIZE, Cost, cost_of
from bench.large_repository import LARGE, Repository, Size, repository_of
from bench.measure import ROUNDS, show
from bench.peer import peer_command
from bot.vocabulary import ExitCode

THIRTY = Size(30, 15)
_REFUSED = 5
"""What the peer says where it will not touch a repository's manifests; it has planned all the same."""
_ENDED = (ExitCode.DONE, ExitCode.ROWS_LEFT, _REFUSED)


def fixed(repository: Repository, command: list[str], rounds: int) -> Cost:
    """The cheapest of several runs, each over a copy of its own."""
    costs = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            copy, cache = Path(folder) / "copy", Path(folder) / "cache"
            shutil.copytree(repository.root, copy, symlinks=True)
            costs.append(cost_of([*command, "fix", "--json"], copy, rounds=1, cache=cache, good=_ENDED))
    return min(costs, key=lambda cost: cost.wall)


def main() -> None:
    """Measure and print."""
    peer = peer_command()
    for size in (THIRTY, LARGE):
        with repository_of(size) as repository:
            print(f"{repository.python_files} Python files, {len(repository.hits)} of which name {repository.token}")
            ours = fixed(repository, OBELIZE, ROUNDS)
            if peer is None:
                print(f"  obelize fix: {ours.wall:.2f} s; the peer was left out or could not be installed")
                continue
            theirs = fixed(repository, peer, 1 if size is LARGE else ROUNDS)
            show("  the peer's fix, whole command", theirs.wall, "obelize fix", ours.wall)
            show("  CPU of the peer's fix", theirs.cpu, "obelize fix", ours.cpu)


if __name__ == "__main__":
    main()
