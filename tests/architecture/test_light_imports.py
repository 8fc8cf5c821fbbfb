"""A command brings in what it needs and nothing heavy beside it: `--help` is asked for often, `scan` runs in every CI."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

SERVER = frozenset(
    {"dbos", "sqlalchemy", "alembic", "psycopg", "aiohttp", "gidgethub", "jwt", "cryptography", "obstore", "githubkit", "githubkit_schemas", "httpx", "pydantic_settings", "markdown_it", "prometheus_client"}
)  # fmt: skip
"""What only the server, the worker or the playground needs."""

NOT_FOR_SCAN = SERVER | {"libcst", "jinja2", "rich"}
"""LibCST rewrites, in the analyser; jinja2 renders reports; rich draws on a terminal, and a pipe is none."""

NOT_FOR_HELP = NOT_FOR_SCAN | {"pydantic", "yaml", "tomlkit", "packaging", "pathspec", "asyncio"}


def brought_in(arguments: list[str], *, whole: bool = False) -> set[str]:
    """The top-level modules, or the `whole` names of all, that the process of `obelize ARGUMENTS` holds at its end."""
    name = "n" if whole else "n.partition('.')[0]"
    code = (
        "import atexit, sys; "
        f"atexit.register(lambda: sys.stderr.write(' '.join(sorted({{{name} for n in sys.modules}})))); "
        f"sys.argv = ['obelize', *{arguments!r}]; "
        "from bot.cli.start import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout
    return set(done.stderr.splitlines()[-1].split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "app.py").write_text("from PyPDF2 import PdfReader\nPdfReader('a').getPage(0)\n")
    (tmp_path / "requirements.txt").write_text("PyPDF2==3.0.1\n")
    return tmp_path


@pytest.mark.parametrize("argument", ["--help", "-h", "--version"])
def test_help_and_version_bring_in_nothing_heavy(argument: str) -> None:
    assert brought_in([argument]) & NOT_FOR_HELP == set()


@pytest.mark.parametrize("command", ["scan", "fix", "replay", "serve", "worker", "deliver", "playground"])
def test_the_help_of_a_command_brings_in_nothing_of_what_it_does(command: str) -> None:
    """Typer reads a command's options with pydantic; of ours nothing is needed."""
    assert brought_in([command, "--help"]) & NOT_FOR_SCAN == set()


@pytest.mark.parametrize("options", [[], ["--json"], ["--sarif"]])
def test_a_scan_brings_in_neither_the_server_nor_what_rewrites(folder: Path, options: list[str]) -> None:
    assert brought_in(["scan", str(folder), *options]) & NOT_FOR_SCAN == set()


def test_a_second_scan_that_finds_nothing_brings_in_no_rule_and_no_reader_of_packs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scan that most repositories and most pushes get."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository" / "app.py").write_text("import os\n")
    rare = {"typer", "pydantic", "yaml", "tomlkit", "packaging", "pathspec"}
    rare |= {"bot.rules", "bot.plan.planning", "bot.scan.binder", "bot.scan.values"}
    command = ["scan", str(tmp_path / "repository")]
    assert brought_in(command, whole=True) & rare == {"yaml", "pydantic"}
    assert brought_in(command, whole=True) & rare == set()


def test_a_second_scan_reads_no_text_of_a_repository_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What understands dependency files and source is for the confined child; here it would be waited for besides."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / ".." / "cache"))
    command = ["scan", str(folder), "--json"]
    brought_in(command)
    readers = {
        "ast",
        "inspect",
        "dataclasses",
        "packaging",
        "tomllib",
        "tomlkit",
        "yaml",
        "pydantic",
        "typer",
        "logging",
    }
    assert brought_in([*command, "--no-cache"], whole=True) & readers == {"logging"}
    assert brought_in(command, whole=True) & readers == {"logging"}


def test_a_child_that_reads_only_python_brings_in_no_library() -> None:
    """It is started in every scan that finds something, and every import is waited for."""
    code = (
        "import sys; import bot.analyser.child; from bot.analyser.jobs import REGISTRY, jobs_of; "
        "from bot.analyser.run_setup import setup; "
        "jobs_of(REGISTRY, setup((), ['app.py'], rewriting=False, configured=False)); "
        "print(' '.join({n.partition('.')[0] for n in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & (NOT_FOR_HELP | {"typer"}) == set()


def test_the_rule_bites(folder: Path) -> None:
    """Keeping a run folder renders a report, and that is seen."""
    assert "jinja2" in brought_in(["scan", str(folder), "--save"])
