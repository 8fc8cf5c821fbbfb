"""The virtual environments of the wire cases: one a side, made once, outside the tracked tree.

Each is described by a requirements file with hashes in `environments/`. Its folder in `.wire/` is named for the file's
content and the Python that runs, so that a changed file makes a new environment. An environment that cannot be made is
an error, never a skip. `python -m tests.wire.interpreters` makes all of them.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".wire"
REQUIREMENTS = Path(__file__).resolve().parent / "environments"

OLD = "pypdf2"
OLD_1 = "pypdf2-1"
OLD_2 = "pypdf2-2"
NEW_LOWEST = "pypdf-lowest"
NEW_NEWEST = "pypdf-newest"
NEW = (NEW_LOWEST, NEW_NEWEST)
DOCUMENTS = "documents"

GEMINI_OLD = "google-generativeai"
GEMINI_PALM = "google-generativeai-palm"
GEMINI_NEW = ("google-genai-lowest", "google-genai-newest")

OPENAI_OLD = "openai-0"
OPENAI_FIRST = "openai-1"
OPENAI_LOWEST = "openai-lowest"
OPENAI_NEWEST = "openai-newest"
OPENAI_NEW = (OPENAI_LOWEST, OPENAI_NEWEST)

ALL = (
    *(OLD, OLD_1, OLD_2, *NEW, DOCUMENTS),
    *(GEMINI_OLD, GEMINI_PALM, *GEMINI_NEW),
    *(OPENAI_OLD, OPENAI_FIRST, *OPENAI_NEW),
)

INSTALL_SECONDS = 600


class EnvironmentFailedError(Exception):
    """An environment could not be made; the text is what the installer said last."""


def interpreter(name: str) -> Path:
    """The Python of an environment, made first where it does not exist yet."""
    requirements = REQUIREMENTS / f"{name}.txt"
    folder = HOME / f"{name}-{_fingerprint(requirements)}"
    with locked(name):
        if not folder.is_dir():
            _remove_earlier(name)
            _make(folder, requirements)
    return folder / "bin" / "python"


def _fingerprint(requirements: Path) -> str:
    described = requirements.read_bytes() + sys.version.encode() + sys.base_prefix.encode()
    return hashlib.sha256(described).hexdigest()[:12]


def _make(folder: Path, requirements: Path) -> None:
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    venv.create(unfinished, symlinks=True)
    install = [sys.executable, "-m", "pip", "--python", str(unfinished / "bin" / "python"), "install", "--quiet"]
    options = ["--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    done = subprocess.run(
        [*install, *options, "-r", str(requirements)],
        capture_output=True,
        text=True,
        check=False,
        timeout=INSTALL_SECONDS,
    )
    if done.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise EnvironmentFailedError(f"{requirements.name}: {done.stderr.strip()[-2_000:]}")
    unfinished.rename(folder)


def _remove_earlier(name: str) -> None:
    for earlier in HOME.glob(f"{name}-????????????"):
        shutil.rmtree(earlier)


@contextmanager
def locked(name: str) -> Iterator[None]:
    """One process at a time, while the block runs: tests may run in several."""
    HOME.mkdir(exist_ok=True)
    with (HOME / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    for each in ALL:
        print(interpreter(each))  # noqa: T201
