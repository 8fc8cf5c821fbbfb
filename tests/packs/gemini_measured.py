"""google-generativeai and google-genai, described once a session by `describe_generativeai` in their environments."""

import json
import subprocess
from functools import cache
from typing import Any

from bot.packs.loaded import BUNDLED
from bot.packs.loader import load_pack
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models
from tests.wire.interpreters import GEMINI_NEW, ROOT, interpreter

FOLDER = BUNDLED / "gemini" / "google-generativeai-to-google-genai"


@cache
def pack() -> Pack:
    """The bundled pack."""
    return load_pack((FOLDER / "pack.yaml").read_bytes(), parameter_models())


@cache
def library(environment: str) -> dict[str, Any]:
    """The description of the library in an environment."""
    side = "new" if environment in GEMINI_NEW else "old"
    described: dict[str, Any] = json.loads(run_there(environment, "tests.packs.describe_generativeai", side))
    return described


def run_there(environment: str, module: str, *arguments: str, text: str = "") -> str:
    """The standard output of a module of the tests, run by an environment's interpreter."""
    command = [str(interpreter(environment)), "-W", "ignore", "-m", module, *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout
