"""`obelize serve` and `obelize deliver`: two processes, one secret."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.webhooks.serving import free_port
from tests.workflows.stage import key_pair


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An App in the environment, whose GitHub nobody answers for; gives the server's address."""
    port = free_port()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_APP_ID", "7")
    monkeypatch.setenv("GITHUB_PRIVATE_KEY", key_pair().private)
    monkeypatch.setenv("GITHUB_WEBHOOK_SECRET", "shared secret")
    monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("PORT", str(port))
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def server(configured: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bot.cli.start", "serve"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ, start_new_session=True
    ) as process:
        while not _answers(f"{configured}/healthz"):
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.05)
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address):
            return True
    except (urllib.error.URLError, ConnectionError):
        return False


def test_a_saved_payload_is_taken_once(obelize: Run, server: subprocess.Popen[str], tmp_path: Path) -> None:
    payload = tmp_path / "ping.json"
    payload.write_text('{"zen": "Keep it logically awesome.", "hook_id": 1}')
    first = obelize("deliver", payload, "--event", "ping", "--delivery", "a-b-c")
    assert first.exit_code == 0
    assert first.out.startswith("delivery a-b-c: 202 ")
    again = obelize("deliver", payload, "--event", "ping", "--delivery", "a-b-c")
    assert again.out.startswith("delivery a-b-c: 202 ")
    assert again.out != first.out

    server.send_signal(signal.SIGTERM)
    assert server.wait(timeout=60) == 0
    assert server.stderr is not None
    log = server.stderr.read()
    assert "Traceback" not in log
    assert "logically awesome" not in log


def test_the_wrong_secret_is_told(
    obelize: Run, server: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    payload = tmp_path / "ping.json"
    payload.write_text("{}")
    monkeypatch.setenv("GITHUB_WEBHOOK_SECRET", "another")
    ran = obelize("deliver", payload, "--event", "ping")
    assert ran.exit_code == 1
    assert ": 401 " in ran.out


def test_nobody_there_is_one_sentence(obelize: Run, configured: str, tmp_path: Path) -> None:
    payload = tmp_path / "ping.json"
    payload.write_text("{}")
    ran = obelize("deliver", payload, "--event", "ping")
    assert ran.exit_code == 1
    assert "is `obelize serve` running?" in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["nowhere.json", "--event", "ping"], "nowhere.json cannot be read", id="no file"),
        pytest.param(["x", "--event", "Ping!"], "--event takes", id="no event"),
        pytest.param(["x", "--event", "ping", "--delivery", "a\nb"], "--delivery takes", id="no id"),
    ],
)
def test_what_cannot_be_sent_is_one_sentence(
    obelize: Run, configured: str, arguments: list[str], sentence: str
) -> None:
    ran = obelize("deliver", *arguments)
    assert ran.exit_code == 2
    assert sentence in ran.err


def test_every_missing_setting_is_named_at_once(obelize: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one of them set somebody meant to configure an App: that is no reason to register another."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_APP_ID", "GITHUB_PRIVATE_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GITHUB_WEBHOOK_SECRET", "shared secret")
    ran = obelize("serve")
    assert ran.exit_code == 2
    for name in ("GITHUB_APP_ID", "GITHUB_PRIVATE_KEY"):
        assert name in ran.err
    assert "GITHUB_WEBHOOK_SECRET" not in ran.err
    assert "Traceback" not in ran.err


def test_a_port_that_is_taken_is_one_sentence(
    obelize: Run, server: subprocess.Popen[str], configured: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OBELIZE_DATA", str(tmp_path / "other"))
    ran = obelize("serve")
    assert ran.exit_code == 2
    assert "cannot be listened on" in ran.err
