"""Runs one program in one environment: its own process, an empty environment, its own folder, a deadline.

What came out is normalised in two documented ways and no more:

* The library's name reads `<library>`, whichever side ran: `PyPDF2` in a producer entry or a message is `pypdf` on the
  other side by intention.
* Of an exception that ends the program the class is kept, without its module; messages are not compared (the pack says
  so in a warning), unless the program prints them.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SECONDS = 60

_LIBRARY = re.compile(r"\b(?:PyPDF2|pypdf)\b")
_RAISED = re.compile(r"^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)(?::|$)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program did: its standard output, and the class of the exception that ended it (None: it finished)."""

    stdout: str
    raised: str | None


def late() -> Outcome:
    """What a program did that did not end in time."""
    return Outcome("", f"no end within {SECONDS} s")


def run(python: Path, program: str, documents: Path, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run the text of a program beside a copy of the documents, with nothing but `environment` around it; a deadline
    passed is an outcome of its own.
    """
    return run_files(python, {"program.py": program}, documents, environment)


def run_files(
    python: Path, files: Mapping[str, str], documents: Path, environment: Mapping[str, str] | None = None
) -> Outcome:
    """The same of `program.py` beside the program's other files."""
    with laid_out(files, documents) as here:
        try:
            done = subprocess.run(
                [str(python), "-W", "ignore", "program.py"],
                cwd=here,
                env={"PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return late()
    return outcome(done.returncode, done.stdout, done.stderr)


@contextmanager
def laid_out(files: Mapping[str, str], documents: Path) -> Iterator[Path]:
    """A folder that holds the files, by path, beside a copy of the documents, while the block runs."""
    with tempfile.TemporaryDirectory(prefix="wire-") as folder:
        here = Path(folder)
        for document in documents.iterdir():
            shutil.copy(document, here)
        for path, text in files.items():
            (here / path).parent.mkdir(parents=True, exist_ok=True)
            (here / path).write_text(text, encoding="utf-8")
        yield here


def outcome(code: int, stdout: bytes, stderr: bytes) -> Outcome:
    """The outcome of a process that ended with `code` and wrote this."""
    printed = _LIBRARY.sub("<library>", stdout.decode())
    return Outcome(printed, _raised(stderr.decode()) if code else None)


def _raised(stderr: str) -> str:
    last = stderr.strip().splitlines()[-1] if stderr.strip() else ""
    found = _RAISED.match(last)
    return found.group(1) if found else f"ended with {last!r}"


def differences(old: Outcome, new: Outcome) -> list[str]:
    """What the two sides did differently, a line each; empty when they agree."""
    found = []
    if old.raised != new.raised:
        found.append(f"ended with {old.raised} before, with {new.raised} after")
    before, after = old.stdout.splitlines(), new.stdout.splitlines()
    for number in range(max(len(before), len(after))):
        was = before[number] if number < len(before) else None
        now = after[number] if number < len(after) else None
        if was != now:
            found.append(f"line {number + 1}: {was!r} before, {now!r} after")
    return found
