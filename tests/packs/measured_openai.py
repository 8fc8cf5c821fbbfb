"""The real releases of openai, asked once a session: what `describe_openai` says in each environment of the wire cases."""

import json
import subprocess
from collections.abc import Iterable
from functools import cache
from typing import Any

from bot.packs.loaded import BUNDLED
from bot.packs.loader import load_pack
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models
from tests.wire.interpreters import OPENAI_OLD, ROOT, interpreter

FOLDER = BUNDLED / "openai" / "openai-0-to-1"


@cache
def pack() -> Pack:
    """The bundled pack."""
    return load_pack((FOLDER / "pack.yaml").read_bytes(), parameter_models())


@cache
def old_library() -> dict[str, Any]:
    """The description of 0.28.1."""
    described: dict[str, Any] = json.loads(run_there(OPENAI_OLD, "tests.packs.describe_openai", "old"))
    return described


def usable(environment: str, names: Iterable[str]) -> set[str]:
    """Those of the dotted names that can be used in an environment."""
    return set(_usable(environment, tuple(sorted(set(names)))))


@cache
def _usable(environment: str, names: tuple[str, ...]) -> list[str]:
    found: list[str] = json.loads(run_there(environment, "tests.packs.describe_openai", "has", text=json.dumps(names)))
    return found


def run_there(environment: str, module: str, *arguments: str, text: str = "") -> str:
    """The standard output of a module of the tests, run by an environment's interpreter."""
    command = [str(interpreter(environment)), "-m", module, *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout
