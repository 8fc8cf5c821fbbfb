"""Rows of a member's bare name that turn out to be another's, once the modules of the repository are known."""

from collections.abc import Callable, Mapping

from bot.models.struct import altered
from bot.scan.facts import FileFacts, Row
from bot.scan.reaching import itself_and_above
from bot.scan.repository import ModuleIndex


def without_others(facts: Mapping[str, FileFacts], modules: Callable[[], ModuleIndex]) -> dict[str, FileFacts]:
    """The files from which rows were taken away: those whose receiver certainly comes out of modules that are not here,
    or is an instance of a class of the repository that defines the member. `modules` is asked where it matters.
    """
    told = {path: found for path, found in facts.items() if any(row.origins for row in found.rows)}
    if not told:
        return {}
    methods = frozenset(method for found in facts.values() for method in found.methods)
    here = modules()
    return {path: _without(found, lambda row: _is_anothers(row, here, methods)) for path, found in told.items()}


def _without(facts: FileFacts, is_anothers: Callable[[Row], bool]) -> FileFacts:
    pairs = zip(facts.rows, facts.judgements, strict=True)
    kept = [(row, judgement) for row, judgement in pairs if not is_anothers(row)]
    rows, judgements = (row for row, _ in kept), (judgement for _, judgement in kept)
    return altered(facts, rows=tuple(rows), judgements=tuple(judgements))


def _is_anothers(row: Row, here: ModuleIndex, methods: frozenset[str]) -> bool:
    return bool(row.origins) and all(_is_from_another(origin, row, here, methods) for origin in row.origins)


def _is_from_another(origin: str, row: Row, here: ModuleIndex, methods: frozenset[str]) -> bool:
    module, _, name = origin.partition(":")
    member = (row.symbol or "").rpartition(".")[2]
    is_here = module.startswith(".") or any(map(here.find, itself_and_above(module)))
    return not is_here or f"{name}.{member}" in methods
