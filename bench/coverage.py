"""How much of what is left of an old library the rules rewrite in real repositories, pack by pack.

`python -m bench.coverage FOLDER...` plans a migration of each checkout, which is only read, and prints a row for each
pack that finds something. Rows of the four kinds of uses in code count (import, call, attribute, method_call), those
that are withheld are told by their commonest words. Where both libraries of a pack are one distribution, the checkout
is planned a second time with its dependency line moved (`bench.moved_line`); the words are then those of that plan. The
peer (`bench.peer`) is run on a copy of the same checkout; its own count of usages is smaller, since it does not list
the members of what is gone.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.moved_line import with_moved_line
from bench.peer import peer_command
from bot.cli.local_packs import chosen_packs
from bot.cli.local_run import run_over
from bot.configuration import default_config
from bot.packs.loaded import LoadedPack
from bot.source.tree import SourceTree
from bot.source.working_tree import WorkingTree
from bot.vocabulary import EditStatus, FindingKind, RunMode, ScanStatus

CODE = frozenset({FindingKind.IMPORT, FindingKind.CALL, FindingKind.ATTRIBUTE, FindingKind.METHOD_CALL})
_WORDS = 3
_PEER_SECONDS = 600


HEAD = ("repository", "pack", "actionable", "rewritten", "share", "line moved: rewritten", "share", "commonest words")


@dataclass(frozen=True)
class Share:
    """How many usages there are, how many of them are rewritten, and why the others are not."""

    actionable: int
    rewritten: int
    words: Counter[str]

    @classmethod
    def together(cls, shares: Iterable["Share"]) -> "Share":
        """The sum of several."""
        found = list(shares)
        words = sum((share.words for share in found), Counter[str]())
        return cls(sum(share.actionable for share in found), sum(share.rewritten for share in found), words)

    def __str__(self) -> str:
        share = f"{100 * self.rewritten / self.actionable:.1f} %" if self.actionable else "-"
        return f"{self.rewritten} | {share}"


@dataclass(frozen=True)
class Measured:
    """One checkout under one pack: as it is, and with its dependency line moved where that makes a difference."""

    as_it_is: Share
    line_moved: Share | None

    def __str__(self) -> str:
        moved = self.line_moved
        words = _commonest((moved or self.as_it_is).words)
        return f"{self.as_it_is.actionable} | {self.as_it_is} | {moved if moved is not None else '- | -'} | {words}"


def main() -> None:
    """The table of every checkout that is named, and the sum of each pack."""
    folders = [Path(argument).resolve() for argument in sys.argv[1:]]
    if not folders:
        raise SystemExit("Name the checkouts: python -m bench.coverage FOLDER...")
    peer = peer_command()
    head = (*HEAD, *(("peer: actionable", "rewritten") if peer is not None else ()))
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    sums: dict[str, list[Measured]] = {}
    for folder in folders:
        for loaded, measured in _measured(folder):
            told = f" {_told(_of_peer(peer, folder, loaded.pack.id))} |" if peer is not None else ""
            print(f"| {folder.name} | {loaded.pack.id} | {measured} |{told}", flush=True)
            sums.setdefault(loaded.pack.id, []).append(measured)
    for pack, found in sorted(sums.items()):
        moved = [one.line_moved for one in found if one.line_moved is not None]
        whole = Measured(Share.together(one.as_it_is for one in found), Share.together(moved) if moved else None)
        print(f"| {len(found)} repositories | {pack} | {whole} |{' | |' if peer is not None else ''}")


def _measured(folder: Path) -> Iterator[tuple[LoadedPack, Measured]]:
    with closing(WorkingTree(folder)) as tree:
        for loaded in chosen_packs(()):
            share = share_of(tree, loaded)
            if share.actionable:
                moves = loaded.pack.is_one_distribution
                moved = share_of(with_moved_line(tree, loaded), loaded) if moves else None
                yield loaded, Measured(share, moved)


def share_of(tree: SourceTree, loaded: LoadedPack) -> Share:
    """What a plan for one pack rewrites of the usages in a tree."""
    outcome = run_over(tree, (loaded,), RunMode.PLAN, None, named=True, config=default_config()).outcome
    assert outcome.plan is not None
    code = {finding.row_id for finding in outcome.scan.findings if finding.kind in CODE}
    edits = [edit for edit in outcome.plan.edits if edit.row_id in code]
    words = Counter(str(edit.reason) for edit in edits if edit.reason is not None)
    return Share(len(edits), sum(edit.status is EditStatus.AUTO for edit in edits), words)


def _told(of_peer: tuple[int, int] | None) -> str:
    return " | ".join(map(str, of_peer)) if of_peer is not None else "- | -"


def _commonest(words: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in words.most_common(_WORDS))


def _of_peer(command: list[str], folder: Path, pack: str) -> tuple[int, int] | None:
    """Usages in code that the peer finds, and those that it rewrites; None where it ends without an answer."""
    with tempfile.TemporaryDirectory(prefix="coverage-") as scratch:
        copy = Path(scratch) / folder.name
        shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(".obelize"))
        try:
            found = _answer([*command, "scan", "--pack", pack, "--json"], copy)["findings"]
            edits = _answer([*command, "fix", "--pack", pack, "--json"], copy)["edits"]
        except (subprocess.TimeoutExpired, ValueError, KeyError):
            return None
    used = [row for row in found if row["kind"] in CODE and row["scan_status"] != ScanStatus.NOT_A_USAGE]
    return len(used), sum(edit["status"] == "auto" and edit["path"].endswith((".py", ".pyi")) for edit in edits)


def _answer(command: list[str], folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, timeout=_PEER_SECONDS, stdin=subprocess.DEVNULL
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    main()
