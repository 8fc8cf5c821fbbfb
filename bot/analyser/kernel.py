"""Three things that only the Linux kernel gives, and that Python has no function for; False where it refuses.

Numbers: `linux/prctl.h` and `linux/capability.h`.
"""

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_CAPABILITY_SETS = 6  # two words each of the effective, permitted and inheritable set


def prctl(option: int, first: int, second: int = 0) -> bool:
    """Ask the kernel to change this process; False on other systems too."""
    if sys.platform != "linux":
        return False
    call = ctypes.CDLL(None).prctl
    call.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    return bool(call(option, first, second, 0, 0) == 0)


def drop_privileges() -> bool:
    """Give up every capability, and the way back through set-user-id programs; hide this process from debuggers.

    A process of root keeps its user, so that the worker may still kill it, but can no longer raise its own limits or
    look into the worker's memory.
    """
    if not prctl(_PR_SET_NO_NEW_PRIVS, 1):
        return False
    prctl(_PR_SET_DUMPABLE, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * _CAPABILITY_SETS)()
    return bool(ctypes.CDLL(None).capset(header, none) == 0)


def die_with_parent() -> bool:
    """Have this process killed when the thread that started it ends, however that ends.

    The thread, not the process: whoever starts a child must keep the starting thread for as long as the child.
    """
    return prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
