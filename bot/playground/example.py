"""The repository that the playground shows when nobody names one.

A small program on `main` that uses PyPDF2, and a branch on which the dependency was replaced by pypdf and nothing
else, as a dependency bot would leave it. The commits are the same wherever they are made: fixed authors and dates.
Its files stand beside this module, each with `.txt` after its name so that no tool takes them for ours.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.playground.git.bare import BareRepository, Signature
from bot.playground.git.writing import Change, write_commit

OWNER = "northgate-archive"
NAME = "mailroom"
BASE = "main"
HEAD = "renovate/pypdf2-replacement"
TITLE = "Replace dependency PyPDF2 with pypdf"
BODY = """\
This replaces the dependency [PyPDF2](https://pypi.org/project/PyPDF2/), which is no longer maintained, with its
successor [pypdf](https://pypi.org/project/pypdf/).

| Package | Change |
|---|---|
| `PyPDF2` → `pypdf` | `3.0.1` → `7.1.1` |

The code that uses it may have to be changed as well.
"""
AUTHOR = "renovate[bot]"

_SUFFIX = ".txt"
_MAINTAINER = Signature("Ines Albrecht", "ines@northgate-archive.example", datetime(2026, 11, 2, 8, 40, tzinfo=UTC))
_BOT = Signature("renovate[bot]", "renovate[bot]@northgate-archive.example", datetime(2026, 11, 30, 5, 15, tzinfo=UTC))


@dataclass(frozen=True, slots=True)
class Example:
    """The two commits."""

    base_sha: str
    head_sha: str


async def write_example(git: BareRepository) -> Example:
    """Makes both branches in an empty bare repository."""
    base = await write_commit(git, None, Change(_files("main"), "Prepare scanned post for filing\n"), _MAINTAINER)
    head = await write_commit(git, base, Change(_files("bump-pypdf"), f"{TITLE}\n"), _BOT)
    await git.set_ref(f"refs/heads/{BASE}", base)
    await git.set_ref(f"refs/heads/{HEAD}", head)
    return Example(base, head)


def _files(folder: str) -> dict[str, bytes | None]:
    return dict(_walk(files("bot.playground") / "example_files" / folder, ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            found.append((prefix + entry.name.removesuffix(_SUFFIX), entry.read_bytes()))
    return found
