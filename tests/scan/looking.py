"""Looks at a piece of code as the scan does, and says what it saw in a few words."""

from collections.abc import Mapping
from textwrap import dedent

from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import python_facts
from bot.scan.facts import Export, FileFacts
from tests.demo_pack import SURFACE

Seen = tuple[int, str, str | None, str | None]
"""Line, kind, symbol, bail."""


def facts_of(
    code: str,
    path: str = "app.py",
    reached: Mapping[str, list[Export]] | None = None,
    *,
    vendored: bool = False,
    surface: SurfaceIndex = SURFACE,
) -> FileFacts:
    """The facts of a file that holds this code."""
    return python_facts(path, dedent(code).encode(), surface, reached or {}, vendored=vendored)


def seen(
    code: str,
    path: str = "app.py",
    reached: Mapping[str, list[Export]] | None = None,
    surface: SurfaceIndex = SURFACE,
) -> list[Seen]:
    """What the scan sees in the code."""
    rows = facts_of(code, path, reached, surface=surface).rows
    return [(row.line, str(row.kind), row.symbol, None if row.bail is None else str(row.bail)) for row in rows]


def uses(code: str) -> list[tuple[str, str | None]]:
    """Kind and symbol of what the scan sees below the imports, without the text mentions."""
    return [(kind, symbol) for _, kind, symbol, _ in seen(code) if kind not in {"import", "text_mention"}]
