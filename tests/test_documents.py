"""The README and the pages of docs/ name what is there, and all of what they promise to list."""

import re
from pathlib import Path

import pytest
import typer
import typer.main

from bot.cli.main import app
from bot.configuration import RepositorySettings
from bot.settings import Limits, Settings

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _named_in(page: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, (ROOT / page).read_text()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert [link for link in links if ":" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_folders_and_files_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`((?:bot|webhooks|templates|tests|docs|bench)/[\w./-]*\w)`", page.read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_named_exist(page: Path) -> None:
    command = typer.main.get_command(app)
    there = set(getattr(command, "commands", {}))
    assert there
    assert set(re.findall(r"(?:`|\$ )obelize ([a-z]+)", page.read_text())) <= there
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(), re.MULTILINE)) <= targets


def test_every_setting_of_the_operator_is_described() -> None:
    settings = {field.alias for field in Settings.model_fields.values() if field.alias}
    limits = {f"OBELIZE_LIMIT_{name.upper()}" for name in Limits.model_fields}
    limits.add(Settings.model_fields["model_api_key_env"].default)  # a variable that another one names
    assert _named_in("docs/OPERATING.md", r"\b((?:GITHUB|OBELIZE)_[A-Z_]+|PORT)\b") == settings | limits


def test_every_key_of_a_repository_is_described() -> None:
    text = (ROOT / "docs" / "CONFIGURATION.md").read_text()
    assert [name for name in RepositorySettings.record_fields if f"`{name}`" not in text] == []


def test_every_verification_command_option_is_described() -> None:
    text = (ROOT / "docs/commands/fix.md").read_text()
    commands = getattr(typer.main.get_command(app), "commands", {})
    options = {option for one in commands["fix"].params for option in one.opts}
    told = {"--apply", "--allow-dirty", "--verify", "--timeout", "--non-interactive", "--trust-repo-config", "--pack"}
    assert told <= options
    assert [option for option in sorted(told) if option not in text] == []
