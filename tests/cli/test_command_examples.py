"""Every command line that README.md and docs/ show is one: it parses, and those that need no server do what they say."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from bot.cli.main import app
from tests.cli.conftest import MOVES, Run
from tests.source.git_repositories import Repo

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_EXAMPLE = re.compile(r"^\$ obelize (.+)$", re.MULTILINE)
_RUN_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")

SERVE = ("serve", "worker", "deliver", "playground", "mcp", "doctor")
"""Commands that serve until they are stopped, or want a server."""


def examples() -> Iterator[tuple[str, str]]:
    """Page and command line, without what a shell takes for a comment."""
    for page in PAGES:
        for line in _EXAMPLE.findall(page.read_text()):
            yield page.name, line.partition(" #")[0].partition(" >")[0].strip()


EXAMPLES = sorted(set(examples()))
RUN_HERE = [line for _, line in EXAMPLES if line.split()[0] not in SERVE and "~/" not in line]


def test_there_is_an_example_of_every_command() -> None:
    commands = getattr(typer.main.get_command(app), "commands", {})
    assert {line.split()[0] for _, line in EXAMPLES} == set(commands)


@pytest.mark.parametrize(("page", "line"), EXAMPLES)
def test_an_example_is_a_command_line(page: str, line: str) -> None:
    del page
    name, *rest = ["obelize", *shlex.split(line)]
    command = typer.main.get_command(app)
    context = command.make_context(name, list(rest))
    while commands := getattr(context.command, "commands", None):
        name, *rest = rest
        context = commands[name].make_context(name, list(rest), parent=context)
    assert context.args == []


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """The repository that the reader of an example stands in, with what the examples name."""
    repo = Repo.new(tmp_path / "here")
    repo.write("shop/pages.py", MOVES)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.write(".gitignore", b"packs\npath\n__pycache__\n")
    repo.commit()
    subprocess.run(["git", "clone", "-q", str(repo.path), str(repo.path / "path/to/clone")], check=True)
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return repo


def _with_programs_that_are_here(arguments: list[str]) -> list[str]:
    return ["true" if before == "--verify" else one for before, one in zip(["", *arguments], arguments, strict=False)]


@pytest.mark.parametrize("line", RUN_HERE)
def test_an_example_does_what_it_says(line: str, obelize: Run, shown: Repo) -> None:
    """With exit 0 or, where the example's code has places left, 4."""
    arguments = _with_programs_that_are_here(shlex.split(line))
    if "client-home/" in line:  # where what it answers is asked
        for module in ("app/settings.py", "app/other.py"):
            shown.write(module, b"import google.generativeai as genai\ngenai.configure(api_key='k')\n")
        shown.write("app/ask.py", b"import google.generativeai as g\nimport app.settings, app.other\ng.get_file('x')\n")
    elif "--answer" in arguments:
        shown.write("requirements.txt", b"requests\n")
        shown.write("pyproject.toml", b"[project]\nname = 'here'\nrequires-python = '>=3.7'\n")
    if arguments[0] in {"undo", "verify", "replay"}:
        assert obelize("fix", "--apply").exit_code == 0
        run_id = (shown.path / ".obelize/latest").read_text().strip()
        arguments = [_RUN_ID.sub(run_id, one) for one in arguments]
    by_relay = "relay" in line or arguments[0] in {"step", "run"}
    if "model" in line and not by_relay:  # an endpoint where nobody answers: the run goes on
        path = shown.path.parent / "config/obelize/config.yml"
        path.parent.mkdir(parents=True)
        path.write_text("model: {provider: openai_compat, base_url: 'http://127.0.0.1:9/v1', model: none-there}\n")
    if by_relay:
        shown.write("requirements.txt", b"requests\n")
        shown.commit()
        turn = json.loads(obelize("step", "--json").out)["turn"]
        for one in arguments[arguments.index("--reply") :] if "--reply" in arguments else ():
            if one.endswith(".json"):
                (shown.path / one).write_text(json.dumps({"turn": turn, "amendments": []}))
    elif "packs/" in line:
        obelize("pack", "new", "my-team/foo-to-bar", "--old", "foo", "--new", "bar", "--into", "packs")
    ran = obelize(*arguments)
    assert ran.exit_code in {0, 4}, ran.err


def test_what_the_readme_shows_of_a_scan_is_what_a_scan_of_the_example_says(obelize: Run, tmp_path: Path) -> None:
    """All but the lines that only say that something is left out."""
    files = ROOT / "bot/playground/example_files/main"
    for path in (path for path in files.rglob("*.txt") if path.is_file()):
        made = tmp_path / path.relative_to(files).with_suffix("")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(path.read_bytes())
    told = obelize("scan", tmp_path).out.splitlines()
    shown = (ROOT / "README.md").read_text().partition("$ obelize scan\n")[2].partition("$ obelize fix")[0]
    lines = [line for line in shown.splitlines() if line != "…"]
    assert len(lines) >= 6
    assert [line for line in lines if line not in told] == []
