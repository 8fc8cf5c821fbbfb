"""The forms by which google-generativeai becomes google-genai, written by hand and run on both.

A form is what a program says before and after. Where the two sides are not the same, `differs` says in what: the class of the
exception that ends each, or else what is printed or asked. Such a form is a fact too: a rule may not write it.
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

from tests.wire.gemini_requests import GeminiRequest
from tests.wire.gemini_run import asked_on
from tests.wire.gemini_service import PIECE, running_gemini
from tests.wire.interpreters import GEMINI_OLD, ROOT, interpreter

HOME = Path(__file__).resolve().parent / "forms"
SECONDS = 300


@dataclass(frozen=True, slots=True)
class Form:
    """A form; `differs` is None where both sides are the same."""

    name: str
    before: str
    after: str
    differs: str | None


@dataclass(frozen=True, slots=True)
class Did:
    """What one side of a form did: its output, the class that ended it (None: nothing) and what it asked."""

    printed: str
    raised: str | None
    asked: tuple[GeminiRequest, ...]


def forms(subject: str) -> tuple[Form, ...]:
    """The forms of a subject, in the order of its file."""
    described = yaml.safe_load((HOME / f"{subject}.yaml").read_text(encoding="utf-8"))
    return tuple(Form(each["form"], each["before"], each["after"], each.get("differs")) for each in described)


def subjects() -> tuple[str, ...]:
    """The subjects, by name."""
    return tuple(sorted(path.stem for path in HOME.glob("*.yaml")))


@cache
def did(environment: str, subject: str, documents: Path) -> tuple[Did, ...]:
    """What each form of a subject does in an environment, all in one process."""
    old = environment == GEMINI_OLD
    return _run(environment, [form.before if old else form.after for form in forms(subject)], documents)


def _run(environment: str, codes: Sequence[str], documents: Path) -> tuple[Did, ...]:
    with running_gemini() as service:
        around = {**asked_on(service.url), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [str(interpreter(environment)), "-W", "ignore", "-m", "tests.wire.gemini_pieces"],
            input=json.dumps(codes),
            cwd=documents,
            env=around,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
        assert done.returncode == 0, done.stderr
        begins = [place for place, request in enumerate(service.requests) if request.path.startswith(PIECE)]
        asked = [tuple(service.requests[a + 1 : b]) for a, b in pairwise([*begins, len(service.requests)])]
        return tuple(Did(out, raised, asks) for (out, raised), asks in zip(json.loads(done.stdout), asked, strict=True))


def difference(old: Did, new: Did) -> str | None:
    """In what two sides differ, or None."""
    if old.raised != new.raised:
        return f"{old.raised or 'nothing'} before, {new.raised or 'nothing'} after"
    found = (("prints", old.printed != new.printed), ("asks", old.asked != new.asked))
    return " and ".join(word for word, differs in found if differs) or None
