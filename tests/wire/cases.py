"""The wire cases as data: programs of an old library, found by walking `programs/`.

`programs/pypdf2/*.py` have to do the same on both sides once rewritten. `programs/pypdf2/withheld/*.py` must not be
rewritten, and each states in `withheld.yaml` which rows are expected, by line, symbol and word. A program's sentence is
the first line of its docstring. `programs/pypdf2_old` is written in the names of PyPDF2 1.x, `programs/openai` is built
alike.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import yaml

from bot.vocabulary import Bail

_BAILS = {bail.value: bail for bail in Bail}

PROGRAMS = Path(__file__).resolve().parent / "programs" / "pypdf2"
OPENAI_PROGRAMS = PROGRAMS.with_name("openai")
OLD_PROGRAMS = PROGRAMS.with_name("pypdf2_old")


@dataclass(frozen=True, slots=True)
class Program:
    """One program of the old library."""

    name: str
    sentence: str
    text: str


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """A row that has to be withheld: where, what, and the word."""

    line: int
    symbol: str
    bail: Bail


@dataclass(frozen=True, slots=True)
class WithheldProgram:
    """A program that must keep its bytes, and the rows that say why (other rows of it are not listed)."""

    program: Program
    rows: tuple[ExpectedRow, ...]


def programs(home: Path = PROGRAMS) -> tuple[Program, ...]:
    """The programs that move, by name."""
    return tuple(_program(path) for path in sorted(home.glob("*.py")))


def withheld_programs(home: Path = PROGRAMS) -> tuple[WithheldProgram, ...]:
    """The programs that stay, by name; a program without rows, or rows without a program, is an error."""
    folder = home / "withheld"
    described = yaml.safe_load((folder / "withheld.yaml").read_text(encoding="utf-8"))
    paths = {path.stem: path for path in sorted(folder.glob("*.py"))}
    if paths.keys() != described.keys():
        raise ValueError(f"programs and rows do not match: {sorted(paths.keys() ^ described.keys())}")
    return tuple(
        WithheldProgram(
            _program(path),
            tuple(ExpectedRow(row["line"], row["symbol"], _BAILS[row["bail"]]) for row in described[name]),
        )
        for name, path in paths.items()
    )


def _program(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    sentence = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    if not sentence:
        raise ValueError(f"{path.name}: a program begins with a sentence")
    return Program(path.stem, sentence, text)
