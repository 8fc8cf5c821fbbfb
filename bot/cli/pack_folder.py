"""A pack's folder at the terminal: its pack.yaml, and the examples beside it."""

from collections.abc import Iterator
from pathlib import Path

from bot.cli.errors import CommandError
from bot.packs.examples import Example, read_case
from bot.packs.loaded import LoadedPack, PackError
from bot.packs.loader import load_pack_file
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import ExitCode, PackSource

PACK, CASE = "pack.yaml", "case.yaml"


def pack_file(path: Path) -> Path:
    """The pack.yaml that a person means by the path: the file itself, or the one of a folder."""
    file = path / PACK if path.is_dir() else path
    if not file.is_file():
        raise CommandError(f"There is no pack at {path}. Name a {PACK}, or the folder that holds one.")
    return file


def loaded_pack(file: Path) -> LoadedPack:
    """The pack; PackError with every complaint, CommandError where the file cannot be read."""
    try:
        return load_pack_file(file, PackSource.LOCAL, parameter_models())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", ExitCode.INVALID_PACK) from error


def examples_of(folder: Path) -> Iterator[Example]:
    """The examples in the folder of a pack, by name; PackError, naming the case, for one that cannot be read."""
    for case in sorted(folder.glob(f"fixtures/*/{CASE}")):
        try:
            text = read_case(case.read_bytes())
        except PackError as error:
            raise PackError(tuple(f"{case.parent.name}/{CASE}: {problem}" for problem in error.problems)) from error
        home = case.parent
        yield Example(home.name, text.sentence, _tree(home / "before"), _tree(home / "after"), text.withheld)


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
