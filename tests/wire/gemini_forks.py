"""Runs programs in an environment of one of the Gemini libraries, each in a process of its own.

Runs there as one process that has loaded the library, which alone takes a second, and forks for every line on standard input:
a JSON object with `folder` (which holds `program.py`), `environment` and `seconds`. It answers with a line for each: the
exit code, or null where the program did not end in time. What the program prints is in `stdout` and `stderr` of the folder.
"""

import contextlib
import importlib
import importlib.util
import json
import os
import runpy
import signal
import sys
import time
import traceback
import warnings
from typing import Any, NoReturn

LIBRARIES = ("google.generativeai", "google.genai.types")


def main() -> None:
    """Answer until standard input ends."""
    loaded = [name for name in LIBRARIES if _load(name)]
    below = importlib.import_module("tests.wire.gemini_below") if LIBRARIES[0] in loaded else None
    sys.path.remove(os.environ["TESTS"])
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(asked, below)
        print(json.dumps(_ended(child, asked["seconds"])), flush=True)  # noqa: T201


def _load(name: str) -> bool:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
        return True
    return False


def _run(asked: dict[str, Any], below: Any) -> NoReturn:
    """Be the program, in its folder."""
    os.chdir(asked["folder"])
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["program.py"]
    sys.path.insert(0, asked["folder"])
    code = 0
    try:
        if below is not None:
            below.attach(os.environ["SERVICE"])
        runpy.run_path("program.py", run_name="__main__")
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _ended(child: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
