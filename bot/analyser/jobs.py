"""What a child can be asked: the form of a job, the jobs that come with the analyser, and how a registry is found.

A registry is a module with a function `registry(setup)` that gives the jobs by name. It is called once, before the
child is confined and before it has seen a byte of a file; `setup` is the JSON object that the worker sent along.
Whatever a job needs must have been imported by then, since afterwards nothing can be opened.

    from bot.analyser.jobs import BUILT_IN, Finished, JobFunction

    def registry(setup: dict[str, object]) -> Mapping[str, JobFunction]:
        return {**BUILT_IN, "facts": partial(facts, read(Packs, setup))}
"""

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Annotated

from bot.analyser.protocol import Document
from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import Frozen

COMPILE = "compile"
REGISTRY = "bot.analyser.file_jobs"
"""The registry that runs are given."""


class Finished(Frozen):
    """What a job gives back: a JSON document, and bytes."""

    result: Document
    payloads: tuple[bytes, ...] = ()


JobFunction = Callable[[dict[str, object], tuple[bytes, ...]], Finished]
"""Parameters and payloads in, result and payloads out. What it raises reaches the worker as a `Raised`."""

Jobs = Mapping[str, JobFunction]


class Compiled(LightRecord):
    """The verdict of `compile()` on one file: `error` is the class of the exception, null when it compiles."""

    error: Annotated[str, Bounds(pattern=r"^[A-Za-z]+$", max_length=64)] | None
    line: Annotated[int, Bounds(ge=1)] | None


def compile_source(_: dict[str, object], payloads: tuple[bytes, ...]) -> Finished:
    """Compile the one payload as a module, without running it; its own coding line says how to decode it.

    Gives a `Compiled`. Besides a SyntaxError that is a ValueError for a null byte, a RecursionError or a MemoryError
    for nesting that the parser's stack cannot hold, an OverflowError for a column beyond it, and a LookupError for a
    coding line that names something other than a text encoding.
    """
    (source,) = payloads
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<file>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return Finished(Compiled(error=type(error).__name__, line=error.lineno or None))
    except (ValueError, RecursionError, MemoryError, OverflowError, LookupError) as error:
        return Finished(Compiled(error=type(error).__name__, line=None))
    return Finished(Compiled(error=None, line=None))


BUILT_IN: Jobs = {COMPILE: compile_source}


def registry(_: dict[str, object]) -> Jobs:
    """The jobs that need no setup: the analyser as it is when no other registry is named."""
    return BUILT_IN


def jobs_of(module: str, setup: dict[str, object]) -> Jobs:
    """The jobs of the registry in `module`. Raises what its import or its `registry` raises."""
    found: Jobs = importlib.import_module(module).registry(setup)
    return found
