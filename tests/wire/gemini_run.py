"""Runs a program of either Gemini library in one environment against a service of its own."""

from collections.abc import Mapping
from pathlib import Path

from tests.wire.exchange import Exchange
from tests.wire.gemini_service import running_gemini
from tests.wire.run import run_files

HERE = Path(__file__).resolve().parent
STUBS = HERE / "programs" / "stubs"
"""Modules that stand for other libraries (a web framework, an environment file), which do as much as the programs need."""


def exchange(python: Path, files: Mapping[str, str], documents: Path, *, old: bool = False) -> Exchange:
    """Run `program.py` of the files; both libraries find the service without a word of the program."""
    with running_gemini() as service:
        outcome = run_files(python, files, documents, asked_on(service.url, old=old))
        return Exchange(outcome, tuple(service.requests))


def asked_on(url: str, *, old: bool) -> dict[str, str]:
    """The environment in which a program asks the service at `url`."""
    paths = (HERE / "gemini_old", STUBS) if old else (STUBS,)
    return {
        "PYTHONPATH": ":".join(map(str, paths)),
        "PYTHONHASHSEED": "0",
        "NO_PROXY": "127.0.0.1",
        "SERVICE": url,
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_API_KEY": "key-of-the-environment",
        "GOOGLE_API_KEY": "key-of-the-environment",
    }
