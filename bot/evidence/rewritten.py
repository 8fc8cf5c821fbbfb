"""What the rules of a run rewrite, told by rule; and what is to be looked at by hand where they did."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.models.finding import cell_position
from bot.models.outcome import PlanOutcome
from bot.models.plan import Edit
from bot.models.struct import Frozen
from bot.packs.schema import Change, Pack
from bot.vocabulary import EditStatus


class RuleGroup(Frozen):
    """The places that one rule rewrites: each file with its lines, in the order of the documents."""

    rule_id: str
    change: Change
    files: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def places(self) -> int:
        """How many."""
        return sum(len(lines) for _, lines in self.files)


class Caution(Frozen):
    """A sentence of a pack about where the new library behaves differently, and the places that it is about."""

    sentence: str
    places: tuple[str, ...]


def rule_groups(plan: PlanOutcome, packs: Iterable[Pack]) -> tuple[RuleGroup, ...]:
    """The rules that rewrite something, in the order of their packs."""
    lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for edit in _rewritten(plan):
        if edit.rule_id is not None:
            lines[edit.rule_id][edit.path].append(edit.line)
    rules = ((pack.rule_id(change), change) for pack in packs for change in pack.changes)
    return tuple(
        RuleGroup(rule, change, tuple((path, tuple(found)) for path, found in lines[rule].items()))
        for rule, change in rules
        if rule in lines
    )


def cautions(plan: PlanOutcome) -> tuple[Caution, ...]:
    """What the packs say about places that are rewritten, each sentence once, that of the most places first."""
    places: dict[str, list[str]] = defaultdict(list)
    for edit in _rewritten(plan):
        for warning in edit.warnings:
            places[warning].append(where(edit))
    order = sorted(places.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return tuple(Caution(sentence, tuple(dict.fromkeys(found))) for sentence, found in order)


def where(edit: Edit) -> str:
    """`app.py:4`, in a notebook `app.ipynb, cell 3, line 4`."""
    return f"{edit.path}:{edit.line}" if edit.cell is None else f"{edit.path}, {cell_position(edit.cell, edit.line)}"


def _rewritten(plan: PlanOutcome) -> Sequence[Edit]:
    return [edit for edit in plan.edits if edit.status is EditStatus.AUTO]
