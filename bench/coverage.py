"""How much of what is left of an old library the rules rewrite in real repositories, pack by pack.

`python -m bench.coverage FOLDER...` plans a migration of each checkout, which is only read, and prints a row for each
pack that finds something. Rows of the four kinds of uses in code count (import, call, attribute, method_call), those
that are withheld are told by their commonest words. The peer (`bench.peer`) is run on a copy of the same checkout; its
own count of usages is smaller, since it does not list the members of what is gone.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.peer import peer_command
from bot.cli.local_packs import chosen_packs
from bot.cli.local_run import run_over
from bot.packs.loaded import LoadedPack
from bot.source.working_tree import WorkingTree
from bot.vocabulary import EditStatus, FindingKind, RunMode, ScanStatus

CODE = frozenset({FindingKind.IMPORT, FindingKind.CALL, FindingKind.ATTRIBUTE, FindingKind.METHOD_CALL})
_WORDS = 3
_PEER_SECONDS = 600


@dataclass(frozen=True)
class Share:
    """How many usages there are, how many of them are rewritten, and why the others are not."""

    actionable: int
    rewritten: int
    words: Counter[str]

    def __str__(self) -> str:
        share = f"{100 * self.rewritten / self.actionable:.1f} %" if self.actionable else "-"
        return f"{self.actionable} | {self.rewritten} | {share}"


def main() -> None:
    """The table of every checkout that is named, and the sum of each pack."""
    folders = [Path(argument).resolve() for argument in sys.argv[1:]]
    if not folders:
        raise SystemExit("Name the checkouts: python -m bench.coverage FOLDER...")
    peer = peer_command()
    print("| repository | pack | actionable | rewritten | share | commonest words | peer: actionable | rewritten |")
    print("|---|---|---|---|---|---|---|---|")
    sums: dict[str, list[Share]] = {}
    for folder in folders:
        for loaded, share in _shares(folder):
            theirs = _of_peer(peer, folder, loaded.pack.id) if peer is not None else None
            told = f"{theirs[0]} | {theirs[1]}" if theirs is not None else "- | -"
            print(f"| {folder.name} | {loaded.pack.id} | {share} | {_commonest(share.words)} | {told} |", flush=True)
            sums.setdefault(loaded.pack.id, []).append(share)
    for pack, shares in sorted(sums.items()):
        words = sum((share.words for share in shares), Counter[str]())
        whole = Share(sum(s.actionable for s in shares), sum(s.rewritten for s in shares), words)
        print(f"| {len(shares)} repositories | {pack} | {whole} | {_commonest(words)} | | |")


def _shares(folder: Path) -> Iterator[tuple[LoadedPack, Share]]:
    for loaded in chosen_packs(()):
        outcome = run_over(WorkingTree(folder), (loaded,), RunMode.PLAN, None, named=True).outcome
        assert outcome.plan is not None
        code = {finding.row_id for finding in outcome.scan.findings if finding.kind in CODE}
        edits = [edit for edit in outcome.plan.edits if edit.row_id in code]
        if edits:
            rewritten = sum(edit.status is EditStatus.AUTO for edit in edits)
            words = Counter(str(edit.reason) for edit in edits if edit.reason is not None)
            yield loaded, Share(len(edits), rewritten, words)


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
