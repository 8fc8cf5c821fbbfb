"""A plain command line of `scan` is taken apart as typer takes it apart, and any other is left to typer."""

from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

import bot.cli.scan
from bot.cli.errors import CommandError
from bot.cli.main import app
from bot.cli.plain_scan import FLAGS, REPEATED, SINGLE, plain_scan
from tests.cli.conftest import Run
from tests.source.git_repositories import Repo

_COMMAND: Any = typer.main.get_command(app)
_VALUES = (
    "a", "b/c", ".", "..", "", "-", "--", "-1", "0", "1", "64", "65", "007", "+3", " 3", "³", "x y", "ä", "a\nb", "eligible",
    "unsupported", "--js", "--jobs=3", "--json=1", "-h", "--help", "scan", "\udcff",
)  # fmt: skip
_WORDS = st.lists(st.sampled_from([*FLAGS, *SINGLE, *REPEATED, *_VALUES]), max_size=6)


def by_typer(arguments: list[str]) -> object:
    """What the command would be called with; None where typer ends with a message of its own."""
    called: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.cli.scan, "scan_command", lambda *asked: called.append(asked))
        try:
            _COMMAND.main(["scan", *arguments], standalone_mode=False)
        except CommandError as error:
            return error.sentence
        except Exception:  # noqa: BLE001 - a usage error, whatever typer's class for it is
            return None
    return called[0] if called else None


def test_the_options_are_those_of_the_command() -> None:
    declared = {option for each in _COMMAND.commands["scan"].params for option in each.opts if option.startswith("--")}
    assert declared - {"--help"} == {*FLAGS, *SINGLE, *REPEATED}


@settings(deadline=None)
@given(_WORDS)
def test_what_is_taken_apart_is_what_typer_takes_it_for(arguments: list[str]) -> None:
    try:
        found: object = plain_scan(arguments)
    except CommandError as error:
        found = error.sentence
    if found is not None:
        assert found == by_typer(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json"],
        [".", "--json", "--no-cache"],
        ["--pack", "a/b", "--pack", "c", "--fail-on", "eligible", "--jobs", "2"],
    ],
)
def test_what_a_ci_job_writes_is_plain(arguments: list[str]) -> None:
    assert plain_scan(arguments) is not None


@pytest.mark.parametrize("arguments", [["--help"], ["--jobs", "0"], ["--jobs=2"], ["a", "b"], ["--rev"], ["--jso"]])
def test_what_needs_a_word_is_left_to_typer(arguments: list[str]) -> None:
    assert plain_scan(arguments) is None


def test_a_wrong_option_is_typer_s_to_explain(obelize: Run, shop: Repo) -> None:
    ran = obelize("scan", shop.path, "--jso")
    assert ran.exit_code == 2
    assert "No such option" in ran.err


def test_an_interrupted_scan_ends_as_under_typer(obelize: Run, shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(root: Path, options: object, ahead: object = None) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot.cli.scan, "scan_command", interrupted)
    assert [obelize("scan", shop.path, *more).exit_code for more in ([], ["--jobs=1"])] == [130, 130]
