"""The console script. It brings in what the command needs: typer only for what `plain_scan` does not read."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.scan_options import ScanOptions
from bot.vocabulary import ExitCode

_INTERRUPTED = 130
_GARBAGE_LOOKED_FOR_AFTER = 50_000
"""Objects; a scan makes few that hold one another, and Python's own number has it look all the while."""


def main() -> None:
    """A refusal is one sentence and its exit code, never a traceback."""
    try:
        _run(sys.argv[1:])
    except CommandError as error:
        sys.stderr.write(f"obelize: {error.sentence}\n")
        sys.exit(error.exit_code)


def _run(arguments: list[str]) -> None:
    if arguments[:1] == ["scan"]:
        gc.set_threshold(_GARBAGE_LOOKED_FOR_AFTER)
        from bot.cli.plain_scan import plain_scan

        plain = plain_scan(arguments[1:])
        if plain is not None:
            sys.exit(_quietly(lambda: _scan(*plain)))
    from bot.cli.main import app

    app()


def _scan(root: Path, options: ScanOptions) -> ExitCode:
    from bot.cli.child_ahead import child_ahead

    child = child_ahead(root) if options.revision is None else None
    try:
        from bot.cli.scan import scan_command

        return scan_command(root, options, child)
    finally:
        if child is not None:
            child.end()


def _quietly(command: Callable[[], ExitCode]) -> int:
    """What the command ends with; interrupted, or with nobody to read what it prints, as under typer."""
    try:
        return command()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left at its end
        return ExitCode.UNEXPECTED


if __name__ == "__main__":
    main()
