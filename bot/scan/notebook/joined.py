"""The cells of a notebook as one piece of Python, since what one cell binds another one reads; and the way back.

The order is the document's. A person may run cells in any order, but flow is not followed in any file: a name stands
for everything that is bound to it.
"""

from collections.abc import Iterable

from bot.models.struct import Frozen
from bot.scan.notebook.document import CodeCell
from bot.scan.notebook.magics import Command, PythonCell, as_python, foreign


class Spot(Frozen):
    """A place in a notebook: 1-based cell (of all cells), 1-based line of the cell, 0-based column, and the 1-based
    line of the file on which that line stands.
    """

    cell: int
    line: int
    column: int
    file_line: int


class JoinedCells(Frozen):
    """`text` is the Python of all cells that could be read. `commands` is what is no Python, with its cell; `unread`
    are the cells that could not be read.
    """

    text: str
    commands: tuple[tuple[CodeCell, Command], ...]
    unread: tuple[CodeCell, ...]
    _origins: tuple[tuple[CodeCell, int, int], ...]

    def spot(self, line: int, column: int) -> Spot:
        """Where a position of `text` stands in the notebook."""
        cell, line_of_cell, shift = self._origins[line - 1]
        return spot(cell, line_of_cell, column + shift)


def spot(cell: CodeCell, line: int, column: int) -> Spot:
    """The place of a position in a cell; a cell without text has its line of the file from nowhere but the first."""
    lines = cell.file_lines
    return Spot(cell.number, line, column, lines[min(line, len(lines)) - 1] if lines else 1)


def joined(cells: Iterable[CodeCell]) -> JoinedCells:
    """Join the cells."""
    lines: list[str] = []
    origins: list[tuple[CodeCell, int, int]] = []
    commands: list[tuple[CodeCell, Command]] = []
    unread: list[CodeCell] = []
    for cell in cells:
        found = _read(cell)
        if found is None:
            unread.append(cell)
            continue
        lines += found.lines
        origins += [(cell, number, shift) for number, shift in enumerate(found.shifts, start=1)]
        commands += [(cell, command) for command in found.commands]
    return JoinedCells("".join(f"{line}\n" for line in lines), tuple(commands), tuple(unread), tuple(origins))


def _read(cell: CodeCell) -> PythonCell | None:
    if cell.text is None:
        return None
    return as_python(cell.text) if cell.is_python else foreign(cell.text, is_shell=False)
