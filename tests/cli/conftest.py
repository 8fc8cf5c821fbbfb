"""What the tests of the terminal stand on: a repository that uses PyPDF2, and the commands as a person calls them."""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cli import start as commands
from tests.consult.endpoint import Endpoint
from tests.source.git_repositories import Repo

MOVES = b"""\
from PyPDF2 import PdfReader


def pages(path):
    return len(PdfReader(path).pages)
"""
STAYS = b"""\
import PyPDF2


def merge(paths, target):
    merger = PyPDF2.PdfWriter()
    for path in paths:
        merger.append(path)
    merger.addJS("this.print();")
"""


Configure = Callable[..., None]


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it wrote."""

    exit_code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def root_logger() -> Iterator[None]:
    """`serve` sets up logging for its process, which here is everybody's."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def obelize(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Calls the console script in this process; the analyser's children are real ones."""

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr("sys.argv", ["obelize", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            commands.main()
        said = capfd.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, said.out, said.err)

    return run


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """One file that moves, one that waits for a person, and the line that declares the library for both."""
    repo = Repo.new(tmp_path / "shop")
    repo.write("shop/pages.py", MOVES)
    repo.write("tools/merge.py", STAYS)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.commit()
    return repo


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Writes the user's own file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def write(served: Endpoint, **more: object) -> None:
        path = tmp_path / "config" / "obelize" / "config.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        model = {"provider": "openai_compat", "base_url": served.base_url, "model": "tiny", **more}
        path.write_text("model:\n" + "".join(f"  {key}: {json.dumps(value)}\n" for key, value in model.items()))

    return write
