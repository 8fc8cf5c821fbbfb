"""`obelize pack`: looks whether packs can be used, runs the examples beside them, and begins a new one."""

from collections.abc import Sequence
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.pack_folder import examples_of, loaded_pack, pack_file
from bot.cli.planning import planner
from bot.cli.terminal import count, output, shown
from bot.packs.examples import Example, disagreements, ill_formed
from bot.packs.loaded import BUNDLED, LoadedPack, PackError
from bot.vocabulary import ExitCode


def validate_command(paths: Sequence[Path]) -> ExitCode:
    """Say of each pack that it can be used, or every reason why not; without a path, of those that Obelize has."""
    console = output()
    ended = ExitCode.DONE
    for file in _files(paths):
        try:
            loaded = loaded_pack(file)
        except PackError as error:
            console.print(f"{shown(str(file))} cannot be used:")
            for problem in error.problems:
                console.print(f"  {shown(problem)}")
            ended = ExitCode.INVALID_PACK
        else:
            changes = count(len(loaded.pack.changes), "change")
            console.print(f"{shown(str(file))}: {loaded.pack.id} {loaded.pack.version} can be used; {changes}.")
    return ended


def test_command(paths: Sequence[Path]) -> ExitCode:
    """Plan over every example, twice, and say where a plan is not what the example says."""
    console = output()
    ended = ExitCode.DONE
    for file in _files(paths):
        try:
            loaded = loaded_pack(file)
            examples = tuple(examples_of(file.parent))
        except PackError as error:
            raise CommandError(f"{file} cannot be used:\n{error}", ExitCode.INVALID_PACK) from error
        if not examples:
            raise CommandError(
                f"{file.parent} has no examples. Put some under fixtures/: case.yaml, before/ and after/ each; "
                f"`obelize pack new` shows how."
            )
        failed = 0
        for example, wrong in _tried(loaded, examples):
            failed += bool(wrong)
            console.print(f"{'FAILED' if wrong else 'ok    '} {shown(example.name)}: {shown(example.sentence)}")
            for sentence in wrong:
                console.print(f"         {shown(sentence)}")
        console.print(f"{loaded.pack.id}: {count(len(examples), 'example')}, {failed} failed.")
        ended = ExitCode.INVALID_PACK if failed else ended
    return ended


def _files(paths: Sequence[Path]) -> list[Path]:
    return [pack_file(path) for path in paths] or sorted(BUNDLED.glob("*/*/pack.yaml"))


def _tried(loaded: LoadedPack, examples: Sequence[Example]) -> list[tuple[Example, list[str]]]:
    with planner((loaded,)) as plan:
        tried = []
        for example in examples:
            wrong = [*ill_formed(example)]
            if not wrong:
                wrong = [*disagreements(example, plan(example.before))]
            if not wrong and example.after:
                again = plan({**example.before, **example.after})
                moved = sorted({file.path for file in again.written} & example.after.keys())
                wrong = [f"{path} was rewritten again by a second run." for path in moved]
            tried.append((example, wrong))
    return tried
