"""Everything a run wants to know of one Python file, as one record."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from bot.packs.surface import SurfaceIndex
from bot.rules.engine.judge import judge_sightings
from bot.scan.bindings import bindings
from bot.scan.crossings import hands_out, imported_modules, module_uses, taken_from
from bot.scan.examine import Examined, examine
from bot.scan.exports import ExportSearch
from bot.scan.facts import Export, FileFacts, Judgement, Passed, Row
from bot.scan.passes import passes
from bot.scan.reach import Reach
from bot.vocabulary import Bail, FindingKind


def python_facts(
    path: str,
    data: bytes,
    surface: SurfaceIndex,
    reached: Mapping[str, Sequence[Export]],
    given: Sequence[Passed] = (),
    *,
    vendored: bool,
) -> FileFacts:
    """The facts of the file at `path`.

    `reached` are the repository's modules that are known to hold something of the library, by the dotted name under
    which files import them; `given` what other files pass to functions of this one. `vendored` tells that the
    repository carries a module of the library's name itself.
    """
    examined = examine(data, surface, Reach(reached, given), package_of(path))
    if isinstance(examined, Bail):
        return FileFacts(failed=examined)
    view = examined.view
    judgements = judge_sightings(view, examined.sightings, surface.pack)
    if vendored:
        judgements = tuple(map(_vendored, (s.row for s in examined.sightings), judgements))
    search = ExportSearch(view)
    return FileFacts(
        rows=tuple(sighting.row for sighting in examined.sightings),
        judgements=judgements,
        exports=search.found(),
        exports_cut=search.cut,
        passes=passes(view),
        bindings=bindings(view),
        hands_out=hands_out(view),
        takes_from=tuple(sorted(set(taken_from(view)))),
        imports=tuple(sorted(set(imported_modules(view)))),
        module_uses=tuple(sorted(set(module_uses(view)))),
        lone_carriage_return=view.source.first_lone_carriage_return(),
    )


def is_stable(data: bytes, surface: SurfaceIndex, reached: Mapping[str, Sequence[Export]], path: str) -> bool:
    """Whether a second run over rewritten bytes would find nothing of the library and change nothing."""
    examined = examine(data, surface, Reach(reached), package_of(path))
    return isinstance(examined, Examined) and not any(
        judgement.replacements for judgement in judge_sightings(examined.view, examined.sightings, surface.pack)
    )


def package_of(path: str) -> str:
    """The dotted package in which relative imports of the file at `path` are resolved."""
    return ".".join(PurePosixPath(path).parent.parts)


def _vendored(row: Row, judgement: Judgement) -> Judgement:
    if row.kind is FindingKind.IMPORT and judgement.bail is None:
        return Judgement(change=judgement.change, bail=Bail.LIBRARY_VENDORED)
    return judgement
