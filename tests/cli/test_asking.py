"""A command that a repository names is run on a person's machine only after that person said yes, seen as they see it."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import MOVES
from tests.source.git_repositories import Repo


@pytest.fixture
def naming(tmp_path: Path) -> Repo:
    """A repository whose own file names a command, spelt so as to trick whoever reads it."""
    repo = Repo.new(tmp_path / "naming")
    repo.write("pages.py", MOVES)
    repo.write(".obelize.yml", b'verify:\n  commands:\n    - "touch ran #\\e[2K\\rtrue"\n')
    repo.commit()
    return repo


def answered(repo: Repo, answer: bytes, **environment: str) -> tuple[int, str]:
    """The exit code of an apply on a terminal at which somebody types the answer, and what the terminal showed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bot.cli.start", "fix", str(repo.path), "--apply"]
    shell = {"PATH": os.environ["PATH"], "HOME": os.devnull, "TERM": "dumb", "LANG": "C.UTF-8", **environment}
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=shell) as process:
        os.close(theirs)
        os.write(ours, answer)
        out, _ = process.communicate()
        said = b""
        try:
            while part := os.read(ours, 1 << 16):
                said += part
        except OSError:  # EIO: nobody holds the other end any more
            pass
        os.close(ours)
    return process.returncode, (said + out).decode()


def test_a_yes_runs_it(naming: Repo) -> None:
    code, said = answered(naming, b"y\n")
    assert code == 0
    assert "Run them on this machine? [y/N]" in said
    assert (naming.path / "ran").exists()


@pytest.mark.parametrize("answer", [b"n\n", b"\n", b"\x04"])
def test_anything_else_does_not(naming: Repo, answer: bytes) -> None:
    """A no writes without verifying; no answer at all writes nothing."""
    code, said = answered(naming, answer)
    assert not (naming.path / "ran").exists()
    moved = b"pypdf" in (naming.path / "pages.py").read_bytes()
    assert (code, moved) == ((0, True) if answer != b"\x04" else (5, False)), said


def test_what_is_asked_shows_every_character_that_would_act(naming: Repo) -> None:
    _, said = answered(naming, b"n\n")
    asked = next(line for line in said.splitlines() if "touch ran" in line)
    assert asked.strip() == "touch ran #\\u001b[2K true"


def test_nobody_is_asked_in_ci(naming: Repo) -> None:
    code, said = answered(naming, b"y\n", CI="true")
    assert code == 5
    assert "--trust-repo-config" in said
    assert not (naming.path / "ran").exists()
