"""Everything a run wants to know of one Python file, as one record."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from bot.models.struct import altered
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.judge import judge_sightings
from bot.rules.engine.named_models import named_models
from bot.scan.bindings import bindings
from bot.scan.crossings import hands_out, imported_modules, module_uses, own_methods, taken_from
from bot.scan.examine import Examined, examine
from bot.scan.exports import ExportSearch
from bot.scan.facts import Export, FileFacts, Held, Judgement, Passed, Row
from bot.scan.mocked import mocked
from bot.scan.passes import passes
from bot.scan.reach import Reach
from bot.scan.source_kinds import is_module, is_notebook, never_rewritten
from bot.vocabulary import Bail, FindingKind, ScanStatus


def python_facts(
    path: str,
    data: bytes,
    surface: SurfaceIndex,
    reached: Mapping[str, Sequence[Export]],
    given: Sequence[Passed] = (),
    *,
    held: Sequence[Held] = (),
    vendored: bool,
) -> FileFacts:
    """The facts of the file at `path`.

    `reached` are the repository's modules that are known to hold something of the library, by the dotted name under
    which files import them; `given` what other files pass to functions of this one, `held` what names of other modules
    hold that the file asked for. `vendored` tells that the repository carries a module of the library's name itself.
    """
    examined = examine(data, surface, Reach(reached, given, held), package_of(path))
    if isinstance(examined, Bail):
        return FileFacts(failed=examined)
    return facts_of(path, examined, vendored=vendored)


def facts_of(path: str, examined: Examined, *, vendored: bool) -> FileFacts:
    """The facts of a file, or of the code of a notebook, that was examined."""
    view = examined.view
    rows = tuple(sighting.row for sighting in examined.sightings)
    judgements = judge_sightings(view, examined.sightings, view.surface.pack)
    rows = tuple(map(_as_judged, rows, judgements))
    if vendored:
        judgements = tuple(map(_vendored, rows, judgements))
    word = never_rewritten(path)
    if word is not None:
        judgements = tuple(_reported(row, judgement, word) for row, judgement in zip(rows, judgements, strict=True))
        rows = tuple(_withheld(row, word) for row in rows)
    search = ExportSearch(view)
    return FileFacts(
        rows=rows,
        judgements=judgements,
        exports=(*search.found(), *_clients(judgements)) if is_module(path) else (),
        exports_cut=search.cut,
        passes=passes(view),
        bindings=() if is_notebook(path) else bindings(view),
        hands_out=hands_out(view, importable=is_module(path)),
        takes_from=tuple(sorted({*taken_from(view), *view.resolver.imports.reach.clients})),
        imports=tuple(sorted(set(imported_modules(view)))),
        fixtures=tuple(sorted(view.resolver.fixtures)),
        methods=tuple(sorted(own_methods(view))),
        module_uses=tuple(sorted(set(module_uses(view)))),
        mocked=tuple(sorted(set(mocked(view, examined.sightings)))),
        models=() if is_notebook(path) else tuple(named_models(view, examined.sightings)),
        lone_carriage_return=None if is_notebook(path) else view.source.first_lone_carriage_return(),
    )


def _clients(judgements: Sequence[Judgement]) -> Iterator[Export]:
    """The clients that the module will make when it is imported, and what it will keep of models."""
    for judgement in judgements:
        if judgement.offers is not None and judgement.bail is None:
            name = judgement.offers.removesuffix("()")
            yield Export(form="client", target=name, path=judgement.offers)
        for name in judgement.models if judgement.bail is None else ():
            yield Export(form="model", target=name.removesuffix("()"), path=name)


def is_stable(data: bytes, surface: SurfaceIndex, reached: Mapping[str, Sequence[Export]], path: str) -> bool:
    """Whether a second run over rewritten bytes would find nothing of the library and change nothing."""
    examined = examine(data, surface, Reach(reached), package_of(path))
    return isinstance(examined, Examined) and not any(
        judgement.replacements for judgement in judge_sightings(examined.view, examined.sightings, surface.pack)
    )


def package_of(path: str) -> str:
    """The dotted package in which relative imports of the file at `path` are resolved."""
    return ".".join(PurePosixPath(path).parent.parts)


def _as_judged(row: Row, judgement: Judgement) -> Row:
    """The row, eligible where a rule rewrites what the pack's surface alone would leave to a person."""
    if row.bail is None or judgement.bail is not None or row.scan_status is ScanStatus.NOT_A_USAGE:
        return row
    return altered(row, scan_status=ScanStatus.ELIGIBLE, bail=None)


def _vendored(row: Row, judgement: Judgement) -> Judgement:
    if row.kind is FindingKind.IMPORT and judgement.bail is None:
        return Judgement(change=judgement.change, bail=Bail.LIBRARY_VENDORED)
    return judgement


def _withheld(row: Row, word: Bail) -> Row:
    """The row with the word of its kind of file, where the scan has none that says more."""
    if row.bail is not None or row.scan_status is ScanStatus.NOT_A_USAGE:
        return row
    return altered(row, scan_status=ScanStatus.NEEDS_REVIEW, bail=word)


def _reported(row: Row, judgement: Judgement, word: Bail) -> Judgement:
    """What the rules say of a place that none of them may rewrite: what they would need first is of no use there."""
    if row.scan_status is ScanStatus.NOT_A_USAGE:
        return judgement
    says_more = judgement.bail is not None and judgement.bail in {row.bail, Bail.LIBRARY_VENDORED}
    return Judgement(change=judgement.change, bail=judgement.bail if says_more else word, note=judgement.note)
