"""What the frames say: who speaks when, and the shape of every header. Pure.

    worker: Hello + the registry's setup       child: Ready, or Unready and the end
    worker: Request + parameters + payloads    child: Answer + result + payloads        (again and again)

One request is under way at a time. The worker ends the conversation by closing the pipe or by killing the child.
Every answer is foreign: it is read through these models and through the shape that the job names, never as a dict.
"""

import json
from typing import Annotated, Any

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.writing import compact

OUT_OF_MEMORY = 71
"""The exit code of a child that ran out of memory in Python."""

NOTHING = b"null"
"""The document of an answer that has no result."""

Document = LightRecord | dict[str, object]
"""What goes over the wire as JSON: a record, or a dictionary of JSON values and records."""


class Confinement(LightRecord):
    """Which walls stand around a child. Files, sockets and pipes cannot be opened in any child that is ready.

    `memory` and `processes`: the address space is bounded, no process can be started (for root only where system
    calls are filtered). `no_privileges`: capabilities are gone and cannot come back. `dies_with_worker`: the kernel
    ends the child when the worker ends. `system_calls`: all but those that computing needs are refused.
    """

    memory: bool
    processes: bool
    no_privileges: bool
    dies_with_worker: bool
    system_calls: bool


class Hello(LightRecord):
    """The first words of the worker; the document beside it is the registry's setup."""

    memory_bytes: int
    cpu_seconds: int


class Fault(LightRecord):
    """An exception as far as it may be told: its class, and file and line of our own code, no word of its message."""

    exception: Annotated[str, Bounds(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=100)]
    place: Annotated[str, Bounds(pattern=r"^[A-Za-z0-9_./-]*:[0-9]+$", max_length=200)]


class Ready(LightRecord):
    """The child stands confined and waits, or could not get ready (`failed`, `message`: no file was read yet)."""

    confinement: Confinement | None
    failed: Fault | None
    message: Annotated[str, Bounds(max_length=500)]


class Request(LightRecord):
    """One job; the document beside it holds its parameters. `id` is random, so that no answer can be prepared."""

    id: str
    name: str


class Answer(LightRecord):
    """The answer to the request of the same `id`; the document beside it is the result unless the job `raised`."""

    id: Annotated[str, Bounds(max_length=64)]
    raised: Fault | None


def written(document: Document) -> bytes:
    """The document as JSON, UTF-8. Raises ValueError for what JSON cannot hold, a lone surrogate included."""
    return compact(document).encode()


def read(document: bytes) -> dict[str, Any]:
    """A document of the worker, in the child. Raises ValueError unless it is a JSON object."""
    found = json.loads(document)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - as for what is no JSON at all
    return found
