"""Verification at the terminal: which commands may be run, and running them before and after a write."""

import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import typer

from bot.cli.errors import CommandError
from bot.cli.terminal import notes, shown
from bot.configuration import FILE_NAME, VerifySettings
from bot.models.struct import Frozen
from bot.models.verification import CommandVerdict, Ran
from bot.user_settings import is_automated, user_environment
from bot.verify.bounded_output import Secrets
from bot.verify.commands import CannotStartError, run_command
from bot.vocabulary import CommandSource, ExitCode

_NOT_FOUND = 127
"""What a shell says of a command that it cannot start."""


class VerifyOptions(Frozen):
    """What the command line says: commands as typed, seconds a command, and who may be asked or trusted."""

    commands: tuple[str, ...] = ()
    timeout: int | None = None
    non_interactive: bool = False
    trust_repository: bool = False


class Command(Frozen):
    """One command, taken apart as a shell would, and who named it."""

    text: str
    arguments: tuple[str, ...]
    source: CommandSource


class Commands(Frozen):
    """What is to be run, for at most `seconds` each; `declined` tells that the repository's were not allowed."""

    each: tuple[Command, ...]
    seconds: int
    declined: bool = False


def wanted_commands(
    options: VerifyOptions, repository: VerifySettings, allowed: Sequence[str], user_file: Path | None
) -> Commands:
    """The commands that were typed, else those of the repository as far as the user lets them be run.

    Raises CommandError for a command that cannot be taken apart, and where nobody can be asked.
    """
    seconds = options.timeout if options.timeout is not None else repository.timeout_s
    if options.commands:
        return Commands(tuple(_command(text, CommandSource.ARGUMENT) for text in options.commands), seconds)
    named = tuple(_command(text, CommandSource.REPOSITORY) for text in repository.commands)
    unknown = [command for command in named if command.text not in allowed]
    if not unknown or options.trust_repository:
        return Commands(named, seconds)
    if options.non_interactive or is_automated() or not (sys.stdin.isatty() and sys.stderr.isatty()):
        where = f"list them under verify_allow in {user_file}" if user_file is not None else "allow them in a file"
        raise CommandError(
            f"{FILE_NAME} names {_listed(unknown)} to verify with, and nobody is here to allow it. Give "
            f"--trust-repo-config, {where}, or name commands of your own with --verify. Nothing was written.",
            ExitCode.POLICY_REFUSED,
        )
    return Commands(named, seconds) if _confirmed(unknown) else Commands((), seconds, declined=True)


def _command(text: str, source: CommandSource) -> Command:
    try:
        arguments = tuple(shlex.split(text))
    except ValueError as error:
        raise CommandError(f"The command {text!a} cannot be taken apart: {error}. Close the quote.") from error
    if not arguments:
        raise CommandError("A verification command is empty. Name a program, such as --verify 'pytest -q'.")
    return Command(text, arguments, source)


def _listed(commands: Sequence[Command]) -> str:
    return " and ".join(f"`{shown(command.text)}`" for command in commands)


def _confirmed(commands: Sequence[Command]) -> bool:
    console = notes()
    console.print(f"\n{FILE_NAME} of this repository names commands to verify with:")
    for command in commands:
        console.print(f"  {shown(command.text)}")
    try:
        return typer.confirm("Run them on this machine?", default=False, err=True)
    except typer.Abort as error:
        raise CommandError("No answer was given. Nothing was written.", ExitCode.POLICY_REFUSED) from error


class Runner:
    """Runs the commands in one folder, keeping what they print as files of the run folder."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self._folder = folder
        self._commands = commands
        self._environment = user_environment()
        self._secrets = Secrets(self._environment)
        self.logs: dict[str, bytes] = {}
        self.milliseconds = 0

    def before(self) -> tuple[Ran, ...]:
        """Every command once. CommandError where one cannot be started, while nothing is written yet."""
        runs = self._each("before")
        for command, run in zip(self._commands.each, runs, strict=True):
            if isinstance(run, CannotStartError):
                raise CommandError(
                    f"The verification command `{shown(command.text)}` cannot be started: {run}. Name a program that "
                    f"is on your PATH. Nothing was written."
                )
        return tuple(run for run in runs if isinstance(run, Ran))

    def after(self) -> tuple[Ran, ...]:
        """Every command once; one that cannot be started has failed."""
        return tuple(
            run if isinstance(run, Ran) else self._not_started(number, run)
            for number, run in enumerate(self._each("after"), 1)
        )

    def _each(self, when: str) -> list["Ran | CannotStartError"]:
        return [self._run(number, command, when) for number, command in enumerate(self._commands.each, 1)]

    def _not_started(self, number: int, error: CannotStartError) -> Ran:
        log = f"verify/after-{number}.log"
        self.logs[log] = f"The command cannot be started: {error}\n".encode("utf-8", "backslashreplace")
        return Ran(exit_code=_NOT_FOUND, timed_out=False, duration_ms=0, log=log)

    def verdicts(self, before: Sequence[Ran | None], after: Sequence[Ran | None]) -> tuple[CommandVerdict, ...]:
        """Each command with how it went."""
        return tuple(
            CommandVerdict(command=self._secrets.hidden_in(command.text), source=command.source, before=was, after=now)
            for command, was, now in zip(self._commands.each, before, after, strict=True)
        )

    def _run(self, number: int, command: Command, when: str) -> "Ran | CannotStartError":
        if sys.stderr.isatty():
            notes().print(f"Running {when} the write: {shown(self._secrets.hidden_in(command.text))}")
        started = time.monotonic()
        try:
            ended = run_command(
                command.arguments, self._folder, self._commands.seconds, self._environment, self._secrets
            )
        except CannotStartError as error:
            return error
        log = f"verify/{when}-{number}.log"
        self.logs[log] = ended.output.encode("utf-8", "backslashreplace")
        self.milliseconds += round((time.monotonic() - started) * 1000)
        return Ran(exit_code=ended.exit_code, timed_out=ended.timed_out, duration_ms=ended.milliseconds, log=log)
