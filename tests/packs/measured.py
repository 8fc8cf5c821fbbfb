"""The real libraries, described once a session: what `describe_library` says in each environment of the wire cases."""

import json
import subprocess
from functools import cache
from typing import Any

from bot.packs.loaded import BUNDLED
from bot.packs.loader import load_pack
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models
from tests.wire.document_folder import documents
from tests.wire.interpreters import NEW_LOWEST, NEW_NEWEST, OLD, OLD_1, ROOT, interpreter

OLD_ROOT, NEW_ROOT = "PyPDF2", "pypdf"
ROOTS = {OLD: OLD_ROOT, OLD_1: OLD_ROOT, NEW_LOWEST: NEW_ROOT, NEW_NEWEST: NEW_ROOT}
FOLDER = BUNDLED / "py-pdf" / "pypdf2-to-pypdf"


@cache
def pack() -> Pack:
    """The bundled pack."""
    return load_pack((FOLDER / "pack.yaml").read_bytes(), parameter_models())


@cache
def library(environment: str) -> dict[str, Any]:
    """The description of the library in an environment; names of the new library read as those of the old one."""
    described: dict[str, Any] = json.loads(
        run_there(environment, "tests.packs.describe_library", *(["names"] if environment == OLD_1 else []))
    )
    if ROOTS[environment] == OLD_ROOT:
        return described
    return {
        part: {f"{OLD_ROOT}{name.removeprefix(NEW_ROOT)}": value for name, value in table.items()}
        for part, table in described.items()
    }


def run_there(environment: str, module: str, *arguments: str, text: str = "") -> str:
    """The standard output of a module of the tests, run by an environment's interpreter."""
    command = [str(interpreter(environment)), "-m", module, ROOTS[environment], str(documents()), *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout
