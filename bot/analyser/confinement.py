"""Confine this process for good: no file, no socket, no program, bounded memory and time.

Runs in the child, after everything is imported and before the first byte of a foreign file. What must hold anywhere
is portable (DESIGN: descriptors closed, then RLIMIT_NOFILE at zero; reading and writing the two pipes goes on). What
only some systems give is added where it is given, and the returned record says what stands.
"""

import os
import resource
import sys
import time
from contextlib import suppress
from math import ceil
from pathlib import Path

from bot.analyser.kernel import die_with_parent, drop_privileges
from bot.analyser.protocol import Confinement
from bot.analyser.system_calls import allow_only_computing

RECURSION_LIMIT = 10_000
STACK_BYTES = 64 * 1024 * 1024
"""Measured on 3.11 to 3.13: `ast`, `compile()` and LibCST's visitors stop at a recursion limit, Python's own or this
one, well inside this stack, so that a sum of several hundred terms can be read and deeper nesting is a RecursionError.
LibCST's native parser knows no limit and dies at the guard page instead."""

_FIRST_OWN_DESCRIPTOR = 3


def confine(memory_bytes: int, cpu_seconds: int) -> Confinement:
    """Put up every wall. `memory_bytes` beyond what is mapped now, `cpu_seconds` beyond what was used so far.

    Raises OSError or ValueError when descriptors cannot be forbidden: then no foreign byte may be read here.
    """
    sys.setrecursionlimit(RECURSION_LIMIT)
    _widen_stack()
    dies_with_worker = die_with_parent()
    memory = _limit(resource.RLIMIT_AS, _mapped_bytes() + memory_bytes)
    _limit(resource.RLIMIT_CPU, ceil(time.process_time()) + cpu_seconds)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    processes = _limit(resource.RLIMIT_NPROC, 0)
    forbid_descriptors()
    no_privileges = drop_privileges()
    return Confinement(
        memory=memory,
        processes=processes,
        no_privileges=no_privileges,
        dies_with_worker=dies_with_worker,
        system_calls=allow_only_computing(),
    )


def forbid_descriptors() -> None:
    """Close all but the standard three and allow no other ever: no file, no socket, no pipe, nothing under /proc."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    os.closerange(_FIRST_OWN_DESCRIPTOR, soft)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def _limit(what: int, most: int) -> bool:
    """Lower the soft and the hard limit; False where the system does not keep this one."""
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    try:
        resource.setrlimit(what, (most, most))
    except (OSError, ValueError):
        return False
    return True


def _widen_stack() -> None:
    # The main thread's stack grows up to the limit of the moment on Linux; elsewhere it stays as it was.
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    most = STACK_BYTES if hard == resource.RLIM_INFINITY else min(STACK_BYTES, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_STACK, (most, hard))


def _mapped_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()
