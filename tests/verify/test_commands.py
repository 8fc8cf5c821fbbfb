"""A verification command runs without a shell, in bounded time and output, and leaves nothing of its group behind."""

import os
import sys
import time
from pathlib import Path

import pytest

from bot.verify.bounded_output import BoundedOutput, Secrets
from bot.verify.commands import CannotStartError, Ended, run_command

ENVIRONMENT = {"PATH": os.environ["PATH"], "SERVICE_TOKEN": "tok-abcdef-123456"}


def ran(folder: Path, *code: str, seconds: float = 30) -> Ended:
    arguments = [sys.executable, "-c", "\n".join(code)]
    return run_command(arguments, folder, seconds, ENVIRONMENT, Secrets(ENVIRONMENT))


def has_gone(number: int) -> bool:
    """Whether the process ends; it was sent a signal that it cannot refuse, and takes its moment."""
    for _ in range(200):
        if not is_alive(number):
            return True
        time.sleep(0.05)
    return False


def is_alive(number: int) -> bool:
    try:
        stat = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_output_and_exit_code_are_what_the_command_gave(tmp_path: Path) -> None:
    ended = ran(tmp_path, "import sys", "print('out', flush=True)", "print('err', file=sys.stderr)", "sys.exit(7)")
    assert (ended.exit_code, ended.timed_out, ended.output) == (7, False, "out\nerr\n")


def test_it_runs_in_the_folder_and_reads_nothing(tmp_path: Path) -> None:
    ended = ran(tmp_path, "import os, sys", "print(os.getcwd())", "print(repr(sys.stdin.read()))")
    assert ended.output == f"{tmp_path}\n''\n"


def test_no_shell_reads_the_arguments(tmp_path: Path) -> None:
    ended = run_command(["echo", "$HOME; touch x", "*"], tmp_path, 30, ENVIRONMENT, Secrets({}))
    assert ended.output == "$HOME; touch x *\n"
    assert list(tmp_path.iterdir()) == []


def test_a_signal_is_a_negative_code(tmp_path: Path) -> None:
    assert ran(tmp_path, "import os, signal", "os.kill(os.getpid(), signal.SIGKILL)").exit_code == -9


def test_one_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    ended = ran(
        tmp_path,
        "import signal, subprocess, sys, time",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])",
        "print(child.pid, flush=True)",
        "time.sleep(600)",
        seconds=1.5,
    )
    assert (ended.exit_code, ended.timed_out) == (None, True)
    assert has_gone(int(ended.output))


def test_what_it_leaves_in_the_background_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    ended = ran(
        tmp_path,
        "import subprocess, sys",
        "print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid)",
        seconds=300,
    )
    assert (ended.exit_code, ended.timed_out) == (0, False)
    assert has_gone(int(ended.output))


def test_endless_output_is_kept_at_both_ends(tmp_path: Path) -> None:
    ended = ran(tmp_path, "print('first')", "print('x' * 10_000_000)", "print('last')")
    assert ended.output.startswith("first\nxxx")
    assert ended.output.endswith("xxx\nlast\n")
    assert "bytes left out]" in ended.output
    assert len(ended.output) < 140_000


def test_secrets_of_the_environment_are_taken_out(tmp_path: Path) -> None:
    ended = ran(tmp_path, "import os", "print('token:', os.environ['SERVICE_TOKEN'])")
    assert ended.output == "token: [hidden]\n"


@pytest.mark.parametrize("shift", range(0, 20, 3))
def test_a_secret_that_a_cut_goes_through_is_taken_out(shift: int) -> None:
    secret = ENVIRONMENT["SERVICE_TOKEN"]
    output = BoundedOutput(Secrets(ENVIRONMENT))
    for end in (b"x" * (65_536 - shift) + secret.encode(), secret.encode() + b"y" * (65_536 - shift)):
        output.add(end)
    output.add(b"")
    middle = BoundedOutput(Secrets(ENVIRONMENT))
    middle.add(b"x" * (65_536 - shift) + secret.encode())
    middle.add(b"z" * 500_000)
    middle.add(secret.encode() + b"y" * (65_536 - shift))
    for text in (output.text(), middle.text()):
        assert not any(secret[start : start + 6] in text for start in range(len(secret) - 5))


def test_bytes_that_are_no_text_are_written_out(tmp_path: Path) -> None:
    assert ran(tmp_path, "import os", "os.write(1, b'\\xff\\x00a')").output == "\\xff\x00a"


def test_a_program_that_is_not_there_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match="No such file"):
        run_command(["no-such-program-anywhere"], tmp_path, 1, ENVIRONMENT, Secrets({}))
