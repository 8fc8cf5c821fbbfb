"""The tool that does the same job: `obelize` 0.8.0 of the package registry, another distribution than this one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bot.user_settings import user_cache_folder

VERSION = "0.8.0"
_PYTHONS = (sys.executable, "python3.14", "python3.13", "python3.12")
_NEW_ENOUGH = "import sys, venv; sys.exit(sys.version_info < (3, 12))"


def peer_command() -> list[str] | None:
    """How to call it; null where it is not wanted (`BENCH_PEER=no`) or cannot be installed.

    `BENCH_PEER` may also be the path of the program.
    """
    wanted = os.environ.get("BENCH_PEER", "")
    if wanted == "no":
        return None
    if wanted:
        return [wanted]
    cache = user_cache_folder()
    return _installed(cache / f"bench-peer-{VERSION}") if cache is not None else None


def _installed(folder: Path) -> list[str] | None:
    program = folder / "bin" / "obelize"
    python = next(filter(_starts, _PYTHONS), None)
    if not program.exists() and python is not None:
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], capture_output=True, check=False)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", f"obelize=={VERSION}"]
        subprocess.run(pip, capture_output=True, check=False)
    return [str(program)] if program.exists() else None


def _starts(python: str) -> bool:
    """Whether the interpreter runs and is new enough: a name on the path may stand for one that is switched off."""
    path = shutil.which(python)
    return (
        path is not None and not subprocess.run([path, "-c", _NEW_ENOUGH], capture_output=True, check=False).returncode
    )
