"""What a confined child cannot do, each beside the proof that an unconfined process on this machine can do it."""

import ctypes
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.analyser.outcomes import Done
from bot.analyser.supervisor import Analyser
from bot.models.writing import fields_of
from tests.analyser.attempts import ATTEMPTS
from tests.analyser.conftest import Ask

ROOT = Path(__file__).parents[2]
SECRET = ctypes.create_string_buffer(b"the private key of the App")
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own walls are Linux's")

FILES = ["open_a_file", "open_its_own_environment", "open_the_environment_of_the_worker", "write_a_file"]
SOCKETS = ["open_a_socket", "connect_to_loopback", "make_a_pipe", "duplicate_a_descriptor", "start_a_program"]


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield {
            "worker": os.getpid(),
            "port": listening.getsockname()[1],
            "address": ctypes.addressof(SECRET),
            "size": len(SECRET),
            "folder": str(tmp_path_factory.mktemp("target")),
        }


def refusals(before: str, facts: dict[str, object]) -> dict[str, str | None]:
    """What stops each attempt in a plain child process that ran the statement `before` first."""
    program = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); facts = json.loads(sys.argv[2]);"
        "from bot.analyser import confinement, kernel, system_calls; from tests.analyser.attempts import *;"
        f"{before}; print(json.dumps({{name: refusal(name, facts) for name in ATTEMPTS}}))"
    )
    command = [sys.executable, "-I", "-c", program, str(ROOT), json.dumps(facts)]
    done = subprocess.run(command, check=True, capture_output=True)
    found: dict[str, str | None] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def unconfined(facts: dict[str, object]) -> dict[str, str | None]:
    return refusals("pass", facts)


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_fails_inside_and_succeeds_outside(
    hostile: Analyser, ask: Ask, facts: dict[str, object], unconfined: dict[str, str | None], name: str
) -> None:
    before, outcome, after = hostile.run([ask("echo", n=1), ask("attempt", name=name, facts=facts), ask("echo", n=2)])
    if unconfined[name] is not None:
        pytest.skip("this machine refuses it to anybody")
    assert isinstance(outcome, Done)
    assert outcome.result["refusal"] in {"OSError", "PermissionError", "ValueError", "RuntimeError"}
    assert isinstance(before, Done)
    assert isinstance(after, Done)
    assert after.result["n"] == 2


def test_closed_descriptors_alone_keep_files_sockets_and_programs_away(
    facts: dict[str, object], unconfined: dict[str, str | None]
) -> None:
    """The portable part of the recipe holds without anything that only Linux gives."""
    # It limits before it is asked to print, and its standard output stays open.
    found = refusals("confinement.forbid_descriptors()", facts)
    for name in FILES + SOCKETS:
        assert unconfined[name] is None
        assert found[name] is not None, name


@ONLY_LINUX
def test_dropped_privileges_alone_keep_raised_limits_away(facts: dict[str, object]) -> None:
    """As root too, whose limits otherwise mean nothing."""
    program = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (32, 32)); r.setrlimit(r.RLIMIT_AS, (1 << 33, 1 << 33))"
    )
    found = refusals(f"{program}; kernel.drop_privileges()", facts)
    assert found["raise_the_limit_of_descriptors"] is not None
    assert found["raise_the_limit_of_memory"] is not None


@ONLY_LINUX
def test_the_filter_of_system_calls_alone_leaves_only_computing(facts: dict[str, object]) -> None:
    found = refusals("kernel.drop_privileges(); assert system_calls.allow_only_computing()", facts)
    assert [name for name, refusal in found.items() if refusal is None] == []


@ONLY_LINUX
def test_every_wall_stands_on_this_machine(hostile: Analyser, ask: Ask) -> None:
    list(hostile.run([ask("echo")]))
    assert hostile.confinement is not None
    assert set(fields_of(hostile.confinement).values()) == {True}


@ONLY_LINUX
def test_the_kernel_says_the_same_of_the_child(hostile: Analyser, ask: Ask) -> None:
    """`/proc/PID/status` and `limits` as the kernel shows them to the worker (proc(5))."""
    (outcome,) = hostile.run([ask("tell_about_itself")])
    assert isinstance(outcome, Done)
    status = dict(
        re.findall(r"^(\w+):\s*(.*)$", Path(f"/proc/{outcome.result['pid']}/status").read_text(), re.MULTILINE)
    )
    limits = Path(f"/proc/{outcome.result['pid']}/limits").read_text()
    assert (status["NoNewPrivs"], status["Seccomp"], status["Threads"]) == ("1", "2", "1")
    assert {int(status[which], 16) for which in ("CapEff", "CapPrm", "CapInh")} == {0}
    for zero in ("Max open files", "Max file size", "Max core file size", "Max processes"):
        assert re.search(rf"^{zero}\s+0\s+0\s", limits, re.MULTILINE), zero
    for bounded in ("Max address space", "Max cpu time"):
        assert re.search(rf"^{bounded}\s+\d+\s+\d+\s", limits, re.MULTILINE), bounded


def test_the_environment_is_empty_but_for_what_the_interpreter_and_we_ourselves_add(
    hostile: Analyser, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PEP 538: an interpreter that is started without a locale sets LC_CTYPE for itself. Ours keeps plugins out."""
    monkeypatch.setenv("GITHUB_WEBHOOK_SECRET", "made up")
    with Analyser(registry="tests.analyser.hostile", slots=1) as analyser:
        (outcome,) = analyser.run([ask("tell_about_itself")])
    assert isinstance(outcome, Done)
    ours = "PYDANTIC_DISABLE_PLUGINS"
    assert outcome.result["environment"] in ([ours], ["LC_CTYPE", ours])
    assert outcome.result["isolated"] == 1
