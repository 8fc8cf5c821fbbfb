"""The child's side of the conversation: get ready, be confined, answer jobs until the pipe ends.

Started by `process` as `python -I` with an empty environment, in `/`. It prints nothing: standard output belongs to
the protocol, and what a library writes there or to standard error is dropped.
"""

import gc
import importlib
import os
import sys
import traceback
import warnings
from pathlib import Path
from typing import NoReturn

from bot.analyser import protocol
from bot.analyser.confinement import confine
from bot.analyser.frames import FrameLimits, FrameReader, Parts, frame
from bot.analyser.jobs import Jobs, jobs_of
from bot.analyser.preload import kept_modules, warm_up
from bot.models.reading import read_json
from bot.models.writing import compact

_INPUT, _OUTPUT = 0, 1
_COLLECTED_AFTER = 20_000
_JOB_BYTES = 10_000
"""What is read from one collection of garbage to the next: a file or two, while what they left is still in the
processor's cache. A job without a file counts as a small one.
"""
_CHUNK = 64 * 1024  # what a pipe holds
_ROOT = f"{Path(__file__).parents[2]}{os.sep}"
_OURS = f"{_ROOT}bot{os.sep}"
_LIBRARIES = f"{os.sep}site-packages{os.sep}"
"""Others' code, which may lie below the root (a virtual environment) or beside ours (an installed wheel)."""


def main() -> None:
    """Speak the protocol on the standard streams; the one argument names the registry's module."""
    registry = sys.argv[-1]
    sys.stdin = sys.stdout = sys.stderr = None
    warnings.simplefilter("ignore")
    try:
        jobs = _get_ready(registry)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the worker has to be told
        _say(protocol.Ready(confinement=None, failed=_fault(error), message=str(error)[:500]))
    else:
        _serve(jobs)


def _get_ready(registry: str) -> Jobs:
    importlib.import_module(registry)  # while the worker may still make up what to say
    header, setup = _expect()
    hello = read_json(protocol.Hello, header)
    jobs = jobs_of(registry, protocol.read(setup))
    warm_up()
    kept = kept_modules()
    # Parsing allocates much and drops it all at once: collecting meanwhile takes half of the time and finds nothing. It
    # has been off since the start (`process`).
    gc.freeze()  # what is there stays
    confinement = confine(hello.memory_bytes, hello.cpu_seconds)
    sys.meta_path[:] = [kept]  # a forgotten import is the same error on every system
    _say(protocol.Ready(confinement=confinement, failed=None, message=""))
    return jobs


def _serve(jobs: Jobs) -> NoReturn:
    uncollected, modules = 0, len(sys.modules)
    while True:
        header, parameters, *payloads = _expect()
        if uncollected > _COLLECTED_AFTER:
            gc.collect()
            uncollected = 0
            if len(sys.modules) > modules:
                gc.freeze()  # what was brought in meanwhile stays as well
                modules = len(sys.modules)
        uncollected += _JOB_BYTES + sum(map(len, payloads))
        try:
            _answer(jobs, read_json(protocol.Request, header), parameters, tuple(payloads))
        except MemoryError:
            os._exit(protocol.OUT_OF_MEMORY)


def _answer(jobs: Jobs, request: protocol.Request, parameters: bytes, payloads: tuple[bytes, ...]) -> None:
    try:
        finished = jobs[request.name](protocol.read(parameters), payloads)
        document = protocol.written(finished.result)
    except MemoryError:
        raise
    except BaseException as error:  # noqa: BLE001 -- a panic of a native library is a BaseException
        _say(protocol.Answer(id=request.id, raised=_fault(error)))
    else:
        _say(protocol.Answer(id=request.id, raised=None), document, finished.payloads)


def _fault(error: BaseException) -> protocol.Fault:
    """The innermost line of our own code on the way to the error; the message may quote the file and stays here."""
    place = ":0"
    for walked, line in traceback.walk_tb(error.__traceback__):
        path = walked.f_code.co_filename
        if path.startswith(_ROOT) and _LIBRARIES not in path.removeprefix(_OURS):
            place = f"{path.removeprefix(_ROOT)}:{line}"
    return protocol.Fault(exception=type(error).__name__, place=place)


def _expect() -> Parts:
    """The next frame of the worker; ends the process at the end of the stream."""
    reader = FrameReader(FrameLimits())
    while True:
        data = os.read(_INPUT, _CHUNK)
        if not data:
            os._exit(0)
        parts = reader.feed(data)
        if parts is not None:
            return parts


def _say(
    header: protocol.Ready | protocol.Answer, document: bytes = protocol.NOTHING, payloads: tuple[bytes, ...] = ()
) -> None:
    unsent = memoryview(frame(compact(header).encode(), document, payloads))
    while unsent:
        unsent = unsent[os.write(_OUTPUT, unsent) :]
