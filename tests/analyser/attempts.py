"""What a file that took over a child would try. Each function succeeds where nothing stands in its way.

Imported by the hostile registry, inside the child, and run unconfined as a control.
"""

import ctypes
import os
import resource
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

Facts = dict[str, object]
"""What the worker lets the attempt know: `worker` (its pid), `port` (it listens there), `address`, `size`, `folder`."""


def open_a_file(_: Facts) -> None:
    Path("/etc/passwd").read_bytes()


def open_its_own_environment(_: Facts) -> None:
    os.close(os.open("/proc/self/environ", os.O_RDONLY))


def open_the_environment_of_the_worker(facts: Facts) -> None:
    Path(f"/proc/{facts['worker']}/environ").read_bytes()


def read_the_memory_of_the_worker(facts: Facts) -> None:
    local = ctypes.create_string_buffer(int(str(facts["size"])))
    ours = (ctypes.c_size_t * 2)(ctypes.addressof(local), len(local))
    theirs = (ctypes.c_size_t * 2)(int(str(facts["address"])), len(local))
    call = ctypes.CDLL(None, use_errno=True).process_vm_readv
    if call(int(str(facts["worker"])), ours, 1, theirs, 1, 0) != len(local):
        raise OSError(ctypes.get_errno(), "process_vm_readv")


def write_a_file(facts: Facts) -> None:
    Path(str(facts["folder"]), f"written-by-{os.getpid()}").write_bytes(b"x")


def list_a_folder(_: Facts) -> None:
    list(Path("/").iterdir())


def open_a_socket(_: Facts) -> None:
    socket.socket().close()


def connect_to_loopback(facts: Facts) -> None:
    with socket.socket() as ours:
        ours.connect(("127.0.0.1", int(str(facts["port"]))))


def duplicate_a_descriptor(_: Facts) -> None:
    os.close(os.dup(0))


def make_a_pipe(_: Facts) -> None:
    for end in os.pipe():
        os.close(end)


def start_a_program(_: Facts) -> None:
    subprocess.run(["/bin/true"], check=True)


def fork(_: Facts) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def start_a_thread(_: Facts) -> None:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()


def signal_the_worker(facts: Facts) -> None:
    os.kill(int(str(facts["worker"])), 0)


def raise_the_limit_of_descriptors(_: Facts) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


def raise_the_limit_of_memory(_: Facts) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def become_debuggable_again(_: Facts) -> None:
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(4, 1, 0, 0, 0) != 0:  # PR_SET_DUMPABLE
        raise OSError(ctypes.get_errno(), "prctl")


def make_a_memory_file(_: Facts) -> None:
    os.close(os.memfd_create("x"))


ATTEMPTS: dict[str, Callable[[Facts], None]] = {
    attempt.__name__: attempt
    for attempt in (
        open_a_file,
        open_its_own_environment,
        open_the_environment_of_the_worker,
        read_the_memory_of_the_worker,
        write_a_file,
        list_a_folder,
        open_a_socket,
        connect_to_loopback,
        duplicate_a_descriptor,
        make_a_pipe,
        start_a_program,
        fork,
        start_a_thread,
        signal_the_worker,
        raise_the_limit_of_descriptors,
        raise_the_limit_of_memory,
        become_debuggable_again,
        make_a_memory_file,
    )
}


def refusal(name: str, facts: Facts) -> str | None:
    """The class of what stopped the attempt, None when nothing did."""
    try:
        ATTEMPTS[name](facts)
    except (OSError, ValueError, RuntimeError) as error:
        return type(error).__name__
    return None
