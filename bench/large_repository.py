"""A repository of any size up to thousands of files, which many hands wrote, and of which some use PyPDF2.

The files are those of the standard library and of what is installed, under made-up names; the same on every machine
that has the same Python and packages. `BENCH_REPO` names another repository to measure on instead.
"""

import os
import random
import subprocess
import sysconfig
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.whole_run import USE
from bot.cli.local_packs import chosen_packs

_WORDS = [
    "report",
    "invoice",
    "merge",
    "stamp",
    "read",
    "export",
    "layout",
    "page",
    "cover",
    "split",
    "rotate",
    "crop",
    "text",
    "form",
    "field",
    "sign",
    "audit",
    "batch",
]
_USES = (
    USE,
    b"""

import PyPDF2


class PdfTools:
    def __init__(self, path):
        self.reader = PyPDF2.PdfFileReader(path)

    def texts(self):
        return [self.reader.getPage(i).extractText() for i in range(self.reader.getNumPages())]
""",
    b"""

import PyPDF2 as pdf


def words(path):
    with open(path, "rb") as handle:
        document = pdf.PdfReader(handle)
        return " ".join(page.extract_text() for page in document.pages).split()
""",
)


@dataclass(frozen=True)
class Size:
    """How many Python files there are to be, and how many of them use the library."""

    files: int
    users: int


LARGE, MIDDLE, SMALL, EMPTY = Size(6_000, 300), Size(4_078, 33), Size(5, 2), Size(5, 0)


@dataclass(frozen=True)
class Repository:
    """A clone, its commit, and the Python files in which the token stands."""

    root: Path
    commit: str
    token: str
    hits: tuple[Path, ...]
    python_files: int


@contextmanager
def large_repository() -> Iterator[Repository]:
    """The repository that `BENCH_REPO` names, as it is, or a new large one that is removed afterwards."""
    named = os.environ.get("BENCH_REPO")
    if named:
        yield described(Path(named).resolve())
        return
    with repository_of(LARGE) as repository:
        yield repository


@contextmanager
def repository_of(size: Size) -> Iterator[Repository]:
    """A new repository that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        made(Path(folder), size)
        yield described(Path(folder))


def described(root: Path) -> Repository:
    """What there is to measure; the token is the one of the bundled packs' that most files hold."""
    commit = _git(root, "rev-parse", "HEAD").strip()
    hits = {token: _git(root, "grep", "-l", "-F", token, "--", "*.py").splitlines() for token in _tokens()}
    token = max(hits, key=lambda each: len(hits[each]))
    number = len(_git(root, "ls-files", "--", "*.py").splitlines())
    return Repository(root, commit, token, tuple(root / path for path in hits[token]), number)


def _tokens() -> list[str]:
    return sorted({token for loaded in chosen_packs(()) for token in loaded.pack.tokens})


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout


def made(root: Path, size: Size = LARGE) -> None:
    """Write and commit the files, packed as in a clone."""
    chance = random.Random(7)  # noqa: S311 - the same repository every time
    files = list(_material())
    chance.shuffle(files)
    files = files[: size.files]
    users = frozenset(chance.sample(range(len(files)), min(size.users, len(files) // 2)))
    for number, data in enumerate(files):
        folder = root / f"part{number // 250}" / f"{chance.choice(_WORDS)}{number // 50}"
        folder.mkdir(parents=True, exist_ok=True)
        use = _USES[number % len(_USES)] if number in users else b""
        (folder / f"{chance.choice(_WORDS)}_{chance.choice(_WORDS)}{number}.py").write_bytes(
            data.rstrip() + use + b"\n"
        )
    (root / "requirements.txt").write_text("PyPDF2==3.0.1\nrequests\n" if size.users else "requests\n")
    for command in (["init", "-q"], ["config", "gc.auto", "0"], ["add", "."], ["commit", "-qm", "All"], ["gc", "-q"]):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *command], cwd=root, check=True)


@cache
def _material() -> tuple[bytes, ...]:
    """Some thousand readable Python files that do not name PyPDF2."""
    found: list[bytes] = []
    for home in ("stdlib", "purelib"):
        for path in sorted(Path(sysconfig.get_path(home)).rglob("*.py")):
            if home == "stdlib" and "site-packages" in path.parts:
                continue
            data = path.read_bytes()
            if len(found) < LARGE.files and data.strip() and b"PyPDF2" not in data and _compiles(data):
                found.append(data)
    return tuple(found)


def _compiles(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "file", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True
