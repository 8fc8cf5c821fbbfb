"""One Python file, examined: parsed once, taken apart once, all sightings in document order."""

import ast
import warnings

from bot.models.struct import Frozen
from bot.packs.surface import SurfaceIndex
from bot.scan.binder import take_apart
from bot.scan.dynamic import dynamic_member_sightings
from bot.scan.reach import Reach
from bot.scan.resolver import Resolver
from bot.scan.rows import FileView, Sighting, sightings
from bot.scan.source_text import SourceText, Undecodable, read_source
from bot.scan.strings import mention_sightings, string_sightings
from bot.vocabulary import Bail


class Examined(Frozen):
    """What was seen in a file that could be read."""

    view: FileView
    sightings: tuple[Sighting, ...]


def examine(data: bytes, surface: SurfaceIndex, reach: Reach, package: str = "") -> Examined | Bail:
    """The sightings of a file, or the word for why there are none. `package` is the dotted package of the file."""
    source = read_source(data)
    return source.bail if isinstance(source, Undecodable) else examine_text(source, surface, reach, package)


def examine_text(source: SourceText, surface: SurfaceIndex, reach: Reach, package: str = "") -> Examined | Bail:
    """The sightings in text that is decoded already."""
    tree = parse(source)
    if isinstance(tree, Bail):
        return tree
    anatomy = take_apart(tree)
    view = FileView(source, anatomy, Resolver(anatomy, surface, reach, package), surface)
    found = [*sightings(view), *string_sightings(view), *dynamic_member_sightings(view)]
    if not any(_tells(sighting, surface) for sighting in found):
        found = [sighting for sighting in found if sighting.row.symbol not in surface.pack.surface.beside]
    lines = frozenset(sighting.row.line for sighting in found)
    found += mention_sightings(view, lines)
    return Examined(view, tuple(sorted(found, key=_document_order)))


def _tells(sighting: Sighting, surface: SurfaceIndex) -> bool:
    """Whether the use says by itself that the file was written for the old library."""
    return not sighting.row.searched and sighting.row.symbol not in surface.pack.surface.beside


def parse(source: SourceText) -> ast.Module | Bail:
    """The syntax tree, with what Python would warn about silenced; FILE_DOES_NOT_PARSE where there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return Bail.FILE_DOES_NOT_PARSE


def _document_order(sighting: Sighting) -> tuple[int, int, str, str]:
    row = sighting.row
    return (row.line, row.column, row.kind, row.symbol or "")
