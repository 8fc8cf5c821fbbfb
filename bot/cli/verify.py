"""`obelize verify`: the verification commands once more, over what a run wrote, on the tree as it stands now."""

import datetime as dt
from pathlib import Path

from bot.cli.child_run import save_child_run
from bot.cli.errors import CommandError
from bot.cli.exit_codes import verdict_code
from bot.cli.finished_run import read_run
from bot.cli.fix_account import verification_lines
from bot.cli.local_run import repository_settings
from bot.cli.run_home import RunHome, is_interrupted
from bot.cli.terminal import output
from bot.cli.user_file import user_file, user_file_path
from bot.cli.verification import Commands, Runner, VerifyOptions, wanted_commands
from bot.cli.written_run import newest_written, wrote
from bot.configuration import FILE_NAME
from bot.models.names import RunId
from bot.models.verification import Ran, Verification
from bot.verify.verdict import not_verified, verified
from bot.vocabulary import ExitCode, VerifyReason


def verify_command(root: Path, run_id: str | None, options: VerifyOptions) -> ExitCode:
    """Run them, say how they went against the time before the write, and keep a run folder of it."""
    started = dt.datetime.now(dt.UTC)
    home = RunHome(root)
    folder = home.find(run_id) if run_id is not None else newest_written(home)
    if is_interrupted(folder):
        raise CommandError(f"The run {folder.name} was interrupted while it wrote. `obelize undo` takes it back.")
    document = read_run(folder)
    if not wrote(folder, document):
        raise CommandError(f"The run {folder.name} wrote nothing, so there is nothing to verify.")
    commands = _commands(root, options)
    runner = Runner(root, commands)
    before = _baseline(folder, document.verify, commands)
    verification = verified(runner.verdicts(before, runner.after()))
    if commands.declined:
        verification = not_verified(VerifyReason.NOT_ALLOWED)
    exit_code = verdict_code(verification.status)
    kept = save_child_run(
        root,
        RunId(folder.name),
        started,
        exit_code,
        {},
        verify=verification,
        verify_ms=runner.milliseconds,
        beside={**_logs(folder, before), **runner.logs},
    )
    for line in verification_lines(verification, kept):
        output().print(line)
    return exit_code


def _commands(root: Path, options: VerifyOptions) -> Commands:
    own = user_file()
    settings = repository_settings(root).verify
    commands = wanted_commands(options, settings, own.verify_allow, user_file_path())
    if not commands.each and not commands.declined:
        raise CommandError(f"No command is named. Give --verify 'pytest -q', or list commands in {FILE_NAME}.")
    return commands


def _baseline(folder: Path, recorded: Verification | None, commands: Commands) -> list[Ran | None]:
    """How each command went before the write, where the run that wrote had it run; what it says stands in its logs."""
    known = {one.command: one.before for one in recorded.commands} if recorded is not None else {}
    found = [known.get(command.text) for command in commands.each]
    return [run if run is not None and (folder / run.log).is_file() else None for run in found]


def _logs(folder: Path, before: list[Ran | None]) -> dict[str, bytes]:
    return {run.log: (folder / run.log).read_bytes() for run in before if run is not None}
