"""The examples beside the bundled packs, as data: found by walking `fixtures/`."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from bot.packs.loaded import BUNDLED
from bot.vocabulary import Bail

_BAILS = {bail.value: bail for bail in Bail}


@dataclass(frozen=True, slots=True)
class Left:
    """A row that a person has to look at."""

    path: str
    line: int
    symbol: str
    bail: Bail


@dataclass(frozen=True, slots=True)
class FixtureCase:
    """One example: the tree before, the files that change as they are after, and the rows that are left."""

    pack: str
    name: str
    sentence: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    left: tuple[Left, ...]


def fixture_cases() -> tuple[FixtureCase, ...]:
    """Every example of every bundled pack, by pack and name."""
    return tuple(_case(path.parent) for path in sorted(BUNDLED.glob("*/*/fixtures/*/case.yaml")))


def _case(folder: Path) -> FixtureCase:
    described = yaml.safe_load((folder / "case.yaml").read_text(encoding="utf-8"))
    left = tuple(
        Left(row["path"], row["line"], row["symbol"], _BAILS[row["bail"]]) for row in described.get("withheld", ())
    )
    pack = folder.parents[1].relative_to(BUNDLED).as_posix()
    return FixtureCase(
        pack, folder.name, described["sentence"], _tree(folder / "before"), _tree(folder / "after"), left
    )


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
