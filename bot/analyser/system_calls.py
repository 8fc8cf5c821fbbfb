"""Refuse every system call that computing does not need (seccomp, Linux on x86-64 and 64-bit ARM).

Closed descriptors and a limit of zero already keep files and sockets away. This takes the rest: starting programs,
signals, reading another process's memory, changing limits. A refused call gives EPERM, so an honest mistake is an
OSError in Python and not a death.

Sources: Documentation/userspace-api/seccomp_filter.rst; `linux/{filter,seccomp,audit}.h`; the numbers are those of
`asm/unistd_64.h` (x86-64) and `asm-generic/unistd.h` (64-bit ARM).
"""

import ctypes
import errno
import os
import sys
from collections.abc import Iterator

from bot.analyser.kernel import prctl
from bot.models.struct import Frozen

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_KILL_PROCESS = 0x8000_0000
_REFUSE = 0x0005_0000 | errno.EPERM
_ALLOW = 0x7FFF_0000

_LOAD_WORD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP_IF_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K
_OFFSET_OF_NUMBER = 0  # in struct seccomp_data
_OFFSET_OF_ARCHITECTURE = 4

_NEEDED = {
    # name: (x86-64, 64-bit ARM)
    "read": (0, 63),
    "write": (1, 64),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "getpid": (39, 172),
    "exit": (60, 93),
    "gettimeofday": (96, 169),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "futex": (202, 98),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "exit_group": (231, 94),
    "getrandom": (318, 278),
}


class _Architecture(Frozen):
    audit_number: int  # AUDIT_ARCH_* of linux/audit.h
    column: int


_ARCHITECTURES = {"x86_64": _Architecture(0xC000_003E, 0), "aarch64": _Architecture(0xC000_00B7, 1)}


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("true", ctypes.c_uint8), ("false", ctypes.c_uint8), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def allow_only_computing() -> bool:
    """Put the filter on this thread, for good; False where it is not known or not allowed.

    Needs no privilege once `kernel.drop_privileges` has been called. Threads that exist already stay as they are.
    """
    machine = os.uname().machine
    if sys.platform != "linux" or machine not in _ARCHITECTURES or sys.maxsize < 2**32:
        return False
    listing = list(_instructions(_ARCHITECTURES[machine]))
    program = _Program(len(listing), (_Instruction * len(listing))(*listing))
    return prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(program))


def _instructions(architecture: _Architecture) -> Iterator[_Instruction]:
    numbers = [columns[architecture.column] for columns in _NEEDED.values()]
    yield _Instruction(_LOAD_WORD, 0, 0, _OFFSET_OF_ARCHITECTURE)
    yield _Instruction(_JUMP_IF_EQUAL, 1, 0, architecture.audit_number)
    yield _Instruction(_RETURN, 0, 0, _KILL_PROCESS)
    yield _Instruction(_LOAD_WORD, 0, 0, _OFFSET_OF_NUMBER)
    for position, number in enumerate(numbers):
        yield _Instruction(_JUMP_IF_EQUAL, len(numbers) - position, 0, number)
    yield _Instruction(_RETURN, 0, 0, _REFUSE)
    yield _Instruction(_RETURN, 0, 0, _ALLOW)
