"""Rows of a member's bare name that turn out to be another library's, once the modules of the repository are known."""

from collections.abc import Callable

from bot.scan.facts import FileFacts, Row
from bot.scan.reach import itself_and_above
from bot.scan.repository import ModuleIndex


def without_other_libraries(facts: FileFacts, modules: Callable[[], ModuleIndex]) -> FileFacts:
    """The facts of a file without the rows whose receiver certainly comes out of modules that are not here; `modules`
    is asked for those that are, where it matters.
    """
    if not any(row.origins for row in facts.rows):
        return facts
    here = modules()
    pairs = zip(facts.rows, facts.judgements, strict=True)
    kept = [(row, judgement) for row, judgement in pairs if not _is_anothers(row, here)]
    rows, judgements = (row for row, _ in kept), (judgement for _, judgement in kept)
    return facts.model_copy(update={"rows": tuple(rows), "judgements": tuple(judgements)})


def _is_anothers(row: Row, modules: ModuleIndex) -> bool:
    above = (module for origin in row.origins for module in itself_and_above(origin))
    return bool(row.origins) and not any(map(modules.find, above))
