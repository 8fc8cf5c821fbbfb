"""Tests that replace something of the library by name, and the code that they test: both move, or none does.

A test whose target stays goes on without a word after the code has moved, and replaces nothing; a target that moves
alone replaces what nothing calls.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

from bot.models.struct import altered
from bot.models.want import Answer, Imported, ReadImports, Want
from bot.packs.surface import SurfaceIndex
from bot.plan.draft import FileDraft
from bot.scan.facts import FileFacts, Judgement, Mocked, Row
from bot.scan.repository import ModuleIndex
from bot.scan.source_kinds import never_rewritten
from bot.vocabulary import Bail, FindingKind, ScanStatus

_CALLS = frozenset({FindingKind.CALL, FindingKind.METHOD_CALL})
_FOR_A_FOLDER = "conftest.py"
"""What pytest takes from a file of this name is for the tests of its whole folder, whatever they import."""
_USED = _CALLS | {FindingKind.ATTRIBUTE}


def mocked_pairs(
    drafts: Mapping[str, FileDraft], facts: Mapping[str, FileFacts], surface: SurfaceIndex, paths: tuple[str, ...]
) -> Generator[Want, Answer, set[frozenset[str]]]:
    """Pairs of a file that replaces something by name and one that uses it: those that it imports over however many of
    `paths`, all of them where it imports none. A generator of wants.
    """
    replaced = [
        (path, symbol)
        for path, found in facts.items()
        for symbol in found.mocked
        if path in drafts and not (surface.is_old_module(symbol) and surface.is_shared(symbol))
    ]
    if not replaced:
        return set()
    imported = yield ReadImports(paths)
    assert isinstance(imported, Imported)
    modules = ModuleIndex(paths)
    graph = {path: {owner for name in names for owner in modules.find(name)} for path, names in imported.names.items()}
    pairs: set[frozenset[str]] = set()
    for path, symbol in replaced:
        users = {other for other, draft in drafts.items() if any(_uses(draft, symbol, surface))} - {path}
        near = users & _reached(path, graph) if not path.endswith(_FOR_A_FOLDER) else set()
        pairs |= {frozenset({path, other}) for other in near or users}
    return pairs


def _reached(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    reached, pending = {start}, [start]
    while pending:
        fresh = graph.get(pending.pop(), set()) - reached
        reached |= fresh
        pending += fresh
    return reached


def withhold_mocks(drafts: Mapping[str, FileDraft], surface: SurfaceIndex) -> dict[str, FileDraft]:
    """The drafts, with each target withheld that not every use of the repository would go through afterwards."""

    def checked(row: Row, judgement: Judgement) -> Judgement:
        if judgement.mocks is None or judgement.bail is not None or row.symbol is None:
            return judgement
        if _is_gone_through(drafts, surface.canonical(row.symbol), judgement.mocks, surface):
            return judgement
        return Judgement(change=judgement.change, bail=Bail.MOCK_MISSES_CALL)

    return {path: altered(draft, judgements=_mapped(draft, checked)) for path, draft in drafts.items()}


def _mapped(draft: FileDraft, check: Callable[[Row, Judgement], Judgement]) -> tuple[Judgement, ...]:
    return tuple(check(row, judgement) for row, judgement in zip(draft.rows, draft.judgements, strict=True))


def _is_gone_through(drafts: Mapping[str, FileDraft], symbol: str, mocked: Mocked, surface: SurfaceIndex) -> bool:
    """Whether there are calls, and each use goes through the new target; those of notebooks no test can reach."""
    code = [draft for path, draft in drafts.items() if never_rewritten(path) is None and not draft.is_manifest]
    using = [draft for draft in code if any(_uses(draft, symbol, surface))]
    if all(row.kind not in _CALLS for draft in using for row, _ in _uses(draft, symbol, surface)):
        return False
    if mocked.names_alone:
        every = [one for draft in using for one in _of_code(draft)]
        return all(judgement.calls is not None for _, judgement in every)
    uses = [judgement for draft in using for _, judgement in _uses(draft, symbol, surface)]
    return all(one.calls == mocked.target and (mocked.all_said or one.reads_attributes) for one in uses)


def _uses(draft: FileDraft, symbol: str, surface: SurfaceIndex) -> Iterator[tuple[Row, Judgement]]:
    """The rows of code that use what the name stands for, or something below it."""
    for row, judgement in _of_code(draft):
        own = surface.canonical(row.symbol or "")
        if row.kind in _USED and (own == symbol or own.startswith(f"{symbol}.")):
            yield row, judgement


def _of_code(draft: FileDraft) -> Iterator[tuple[Row, Judgement]]:
    for row, judgement in zip(draft.rows, draft.judgements, strict=True):
        if row.kind is not FindingKind.DYNAMIC and row.scan_status is not ScanStatus.NOT_A_USAGE:
            yield row, judgement


def settled_together(
    drafts: Mapping[str, FileDraft], hold: Iterable[Callable[[Mapping[str, FileDraft]], dict[str, FileDraft]]]
) -> dict[str, FileDraft]:
    """The drafts, held back by each of the ways until none of them holds another one."""
    ways = tuple(hold)
    current = dict(drafts)
    while True:
        before = current
        for way in ways:
            current = way(current)
        if all(current[path].held_back == before[path].held_back for path in current):
            return current
