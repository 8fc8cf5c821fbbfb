"""How git is run: what it may see, how long it may take, and what is said when it fails."""

import base64
import os
import signal
import time
from pathlib import Path

import pytest

from bot.source.git_command import GitProcess, run_git
from bot.source.git_environment import clean_environment, git_program, redacted
from bot.source.git_failed import GitFailed, GitTimedOut
from bot.source.git_output import GitOutput
from tests.source.git_repositories import Repo


def test_git_sees_no_configuration_but_the_repositorys_and_ours(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text("[user]\n\tname = Somebody\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / ".gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.email")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "x@example.com")
    scopes = run_git(["config", "--list", "--show-scope", "--name-only"], folder=repo.path).decode().split("\n")
    assert not any("user." in line for line in scopes)
    assert {line.split("\t")[0] for line in scopes if line} == {"local", "command"}


def test_no_secret_of_this_process_reaches_git(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_PRIVATE_KEY", "-----BEGIN")
    repo.git("config", "alias.show-environment", "!env")
    seen = run_git(["show-environment"], folder=repo.path).decode()
    assert "HOME=/dev/null" in seen
    assert "BEGIN" not in seen


def test_a_failure_is_one_bounded_printable_line(repo: Repo) -> None:
    with pytest.raises(GitFailed) as failed:
        run_git(["rev-parse", "--verify", "\x1b[31mred\n" + "x" * 5_000], folder=repo.path)
    message = str(failed.value)
    assert message.startswith("git rev-parse ended with status 128: ")
    assert message.isprintable()
    assert len(message) < 2_100
    assert failed.value.exit_status == 128


def test_what_takes_too_long_is_ended_with_all_that_it_started(repo: Repo, tmp_path: Path) -> None:
    """The script's own child holds the output open: killing git alone would wait for it."""
    repo.git("config", "alias.sleep", f"!echo $$ > '{tmp_path}/pid'; sleep 60 & wait")
    with pytest.raises(GitTimedOut, match=r"git sleep took longer than 0.5 s"):
        run_git(["sleep"], folder=repo.path, seconds=0.5)
    pid = int((tmp_path / "pid").read_text())
    assert _ends(pid)


def _ends(pid: int) -> bool:
    """A signal is on its way for a moment."""
    for _ in range(1_000):
        if not _runs(pid):
            return True
        time.sleep(0.01)
    return False


def _runs(pid: int) -> bool:
    """A zombie whose parent has yet to ask does not run any more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_output_over_the_cap_is_refused(repo: Repo) -> None:
    repo.git("config", "alias.endless", "!yes")
    with pytest.raises(GitFailed, match=r"git endless said more than 1,000 bytes"):
        run_git(["endless"], folder=repo.path, max_output=1_000)


def test_endless_complaints_neither_block_git_nor_fill_the_memory(repo: Repo) -> None:
    repo.git("config", "alias.complain", "!yes complaint | head -c 3000000 >&2; echo done; exit 3")
    with pytest.raises(GitFailed) as failed:
        run_git(["complain"], folder=repo.path)
    assert failed.value.exit_status == 3
    assert len(failed.value.stderr) <= 1 << 14


def test_a_program_that_dies_by_a_signal_says_so(repo: Repo) -> None:
    with GitProcess(["cat-file", "--batch"], folder=repo.path, asks=True) as git:
        os.killpg(git._process.pid, signal.SIGSEGV)
        assert git.read() == b""
        with pytest.raises(GitFailed) as failed:
            git.finish()
    assert failed.value.exit_status == -signal.SIGSEGV


def test_arguments_that_no_system_can_pass_are_a_failure(repo: Repo) -> None:
    for argument in ("a\0b", "x" * 3_000_000):
        with pytest.raises(GitFailed, match="could not start"):
            run_git(["rev-parse", argument], folder=repo.path)


def test_where_git_is_not_installed_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    git_program.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    try:
        with pytest.raises(GitFailed, match="git was not found"):
            run_git(["version"], folder=tmp_path)
    finally:
        git_program.cache_clear()


def test_a_git_in_the_current_folder_is_not_taken_for_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\n")
    (tmp_path / "git").chmod(0o755)
    git_program.cache_clear()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".")
    try:
        with pytest.raises(GitFailed, match="git was not found"):
            git_program()
    finally:
        git_program.cache_clear()


def test_no_transport_is_open_unless_a_fetch_opens_it(repo: Repo, tmp_path: Path) -> None:
    assert clean_environment()["GIT_ALLOW_PROTOCOL"] == ""
    other = Repo.new(tmp_path / "other")
    other.commit(app__py=b"x\n")
    repo.git("config", "protocol.file.allow", "always")
    with pytest.raises(GitFailed, match="transport 'file' not allowed"):
        run_git(["fetch", other.path.as_uri()], folder=repo.path)


SECRET = "ghs_1234_abcDEF.ghi-jkl"
PASSWORD = "p@ss:wörd-without-prefix"
HEADER = "Authorization: Basic " + base64.b64encode(f"x-access-token:{PASSWORD}".encode()).decode()


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        pytest.param(f"fatal: {HEADER}", HEADER, id="a value as it is"),
        pytest.param(f"sent {HEADER.split()[-1]} to host", HEADER.split()[-1], id="a word of a value"),
        pytest.param("password wörd-without-prefix", "wörd-without-prefix", id="the password inside the credential"),
        pytest.param(f"token {SECRET}!", SECRET, id="a token of GitHub's that nobody named"),
        pytest.param("github_pat_11AAA_bbb", "11AAA_bbb", id="a personal token"),
        pytest.param("https://joe:pw123@host/x", "pw123", id="a user in an address"),
    ],
)
def test_messages_are_redacted(text: str, gone: str) -> None:
    shown = redacted(text, {"GIT_CONFIG_VALUE_0": HEADER, "GIT_CONFIG_COUNT": "1"})
    assert gone not in shown
    assert "***" in shown


def test_a_message_without_a_secret_stays_as_it_is() -> None:
    message = "fatal: remote error: upload-pack: not our ref " + "1" * 40
    assert redacted(message, {"GIT_CONFIG_COUNT": "1"}) == message


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1_000])
def test_records_and_counted_bytes_come_out_whole_however_the_output_is_cut(
    repo: Repo, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.source.git_command._CHUNK", chunk)
    repo.git("config", "alias.print", r"!printf 'one\0\0a\nb\0last'")
    with GitProcess(["print"], folder=repo.path) as git:
        assert list(GitOutput(git).records(b"\0")) == [b"one", b"", b"a\nb", b"last"]
        git.finish()
    with GitProcess(["print"], folder=repo.path) as git:
        output = GitOutput(git)
        assert output.until(b"\0") == b"one"
        assert output.exactly(2) == b"\0a"
        assert output.until(b"\n") == b""
        assert output.exactly(100) is None
