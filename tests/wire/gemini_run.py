"""Runs a program of either Gemini library in one environment against a service of its own."""

import atexit
import json
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.wire.exchange import Exchange
from tests.wire.gemini_service import running_gemini
from tests.wire.interpreters import ROOT
from tests.wire.run import SECONDS, Outcome, laid_out, late, outcome

STUBS = Path(__file__).resolve().parent / "programs" / "stubs"
"""Modules that stand for other libraries (a web framework, an environment file), which do as much as the programs need."""


def exchange(python: Path, files: Mapping[str, str], documents: Path) -> Exchange:
    """Run `program.py` of the files; both libraries find the service without a word of the program."""
    with running_gemini() as service, laid_out(files, documents) as here:
        ended = _run(python, here, asked_on(service.url))
        return Exchange(ended, tuple(service.requests))


def asked_on(url: str) -> dict[str, str]:
    """The environment in which a program asks the service at `url`."""
    return {
        "NO_PROXY": "127.0.0.1",
        "SERVICE": url,
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_API_KEY": "key-of-the-environment",
        "GOOGLE_API_KEY": "key-of-the-environment",
    }


def _run(python: Path, folder: Path, environment: Mapping[str, str]) -> Outcome:
    forks = _forks(python)
    assert forks.stdin is not None
    assert forks.stdout is not None
    asked = {"folder": str(folder), "environment": environment, "seconds": SECONDS}
    forks.stdin.write(json.dumps(asked) + "\n")
    forks.stdin.flush()
    code = json.loads(forks.stdout.readline())
    return late() if code is None else outcome(code, *((folder / name).read_bytes() for name in ("stdout", "stderr")))


@cache
def _forks(python: Path) -> subprocess.Popen[str]:
    """The process of an environment that forks for every program; it ends with this one."""
    around = {"PYTHONPATH": f"{STUBS}:{ROOT}", "TESTS": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    forks = subprocess.Popen(
        [str(python), "-W", "ignore", "-m", "tests.wire.gemini_forks"],
        cwd=STUBS,
        env={**around, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(forks.communicate)
    return forks
