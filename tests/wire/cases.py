"""The wire cases as data: programs of an old library, found by walking `programs/`.

`programs/pypdf2/*.py` have to do the same on both sides once rewritten. `programs/pypdf2/withheld/*.py` must not be
rewritten, and each states in `withheld.yaml` which rows are expected, by line, symbol and word. A program's sentence is
the first line of its docstring. `programs/pypdf2_old` is written in the names of PyPDF2 1.x, `programs/openai` and
`programs/gemini` are built alike. A folder with a `program.py` is one program of several files.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from bot.vocabulary import Bail

_BAILS = {bail.value: bail for bail in Bail}

PROGRAMS = Path(__file__).resolve().parent / "programs" / "pypdf2"
OPENAI_PROGRAMS = PROGRAMS.with_name("openai")
GEMINI_PROGRAMS = PROGRAMS.with_name("gemini")
OLD_PROGRAMS = PROGRAMS.with_name("pypdf2_old")


@dataclass(frozen=True, slots=True)
class Program:
    """One program of the old library; `text` is that of the file that is started, `program.py`, `beside` holds the others
    by path.
    """

    name: str
    sentence: str
    text: str
    beside: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, str]:
        """All files, by path."""
        return {"program.py": self.text, **self.beside}


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """A row that has to be withheld: where, what, and the word (None: any, while rules that have a better one are to come)."""

    line: int
    symbol: str
    bail: Bail | None
    path: str = "program.py"


@dataclass(frozen=True, slots=True)
class WithheldProgram:
    """A program that must keep its bytes, and the rows that say why (other rows of it are not listed)."""

    program: Program
    rows: tuple[ExpectedRow, ...]


def programs(home: Path = PROGRAMS) -> tuple[Program, ...]:
    """The programs that move, by name."""
    return tuple(_program(path) for path in _paths(home).values())


def withheld_programs(home: Path = PROGRAMS) -> tuple[WithheldProgram, ...]:
    """The programs that stay, by name; a program without rows, or rows without a program, is an error."""
    folder = home / "withheld"
    described = yaml.safe_load((folder / "withheld.yaml").read_text(encoding="utf-8"))
    paths = _paths(folder)
    if paths.keys() != described.keys():
        raise ValueError(f"programs and rows do not match: {sorted(paths.keys() ^ described.keys())}")
    return tuple(
        WithheldProgram(
            _program(path),
            tuple(_row(row) for row in described[name]),
        )
        for name, path in paths.items()
    )


def _row(row: Mapping[str, Any]) -> ExpectedRow:
    return ExpectedRow(
        row["line"], row["symbol"], _BAILS[row["bail"]] if "bail" in row else None, row.get("path", "program.py")
    )


def _paths(home: Path) -> dict[str, Path]:
    """The first file of every program of a folder, by the program's name."""
    found = {path.stem: path for path in home.glob("*.py")}
    found |= {path.parent.name: path for path in home.glob("*/program.py")}
    return dict(sorted(found.items()))


def _program(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    sentence = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    if not sentence:
        raise ValueError(f"{path.name}: a program begins with a sentence")
    if path.name != "program.py":
        return Program(path.stem, sentence, text)
    others = {each.relative_to(path.parent).as_posix(): each for each in sorted(path.parent.rglob("*.py"))}
    del others["program.py"]
    beside = {name: each.read_text(encoding="utf-8") for name, each in others.items()}
    return Program(path.parent.name, sentence, text, beside)
