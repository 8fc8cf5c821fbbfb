"""Renames the settings that a program makes in the old library's module.

The module's own client of the new library reads them whenever it is asked, as the old library did. Which of two new
settings an address is depends on the service, which another setting names: it is rewritten only where the file says
which one, in the same block or for the whole module.
"""

import ast
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord, anew
from bot.packs.schema import DottedName, Identifier, Pack
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail

Value = Annotated[str, Bounds(min_length=1, max_length=64)]


class Service(LightRecord):
    """`setting` names the service; `values`: what it is set to, to the new value; a value that is not there withholds.
    `apart` is the value under which `names` are used (old setting to new one), all of which have to be made.
    """

    setting: DottedName
    values: dict[Value, Value]
    apart: Value
    names: dict[DottedName, Identifier]


class Parameters(LightRecord):
    """`names`: the old setting to the new one. `closed`: settings whose text has to end with something now."""

    names: Annotated[dict[DottedName, Identifier], Bounds(min_length=1)]
    closed: dict[DottedName, Value] = anew(dict)
    service: Service
    ignored: tuple[DottedName, ...] = ()


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the assignments of the settings that the table names; reads of them are left."""
    del pack
    file = _File(view, sightings, parameters)
    for index, sighting in enumerate(sightings):
        verdict = file.verdict(sighting)
        if verdict is not None:
            yield index, verdict


class _File:
    def __init__(self, view: FileView, sightings: Sequence[Sighting], parameters: Parameters) -> None:
        self._view = view
        self._tables = parameters
        self._sightings = sightings

    def verdict(self, sighting: Sighting) -> Verdict | None:
        symbol = sighting.row.symbol or ""
        node = sighting.node
        known = {*self._tables.names, self._tables.service.setting, *self._tables.service.names}
        if symbol not in known or not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            return None
        statement = self._view.anatomy.parents.get(node)
        if not isinstance(statement, ast.Assign) or statement.targets != [node]:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        if symbol == self._tables.service.setting:
            return self._service(statement)
        return self._setting(symbol, node, statement)

    # ---- which service

    @cached_property
    def _services(self) -> list[tuple[ast.Assign, str | None]]:
        """Each place where the service is named, with the value where it is written out."""
        found: list[tuple[ast.Assign, str | None]] = []
        for sighting in self._sightings:
            statement = self._view.anatomy.parents.get(sighting.node)
            if sighting.row.symbol == self._tables.service.setting and isinstance(statement, ast.Assign):
                value = statement.value.value if isinstance(statement.value, ast.Constant) else None
                found.append((statement, value if isinstance(value, str) else None))
        return found

    def _service(self, statement: ast.Assign) -> Verdict:
        values = {value for _, value in self._services}
        (value,) = values if len(values) == 1 else (None,)
        if value is None or value not in self._tables.service.values:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        if value == self._tables.service.apart and not self._is_complete():
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        new = self._tables.service.values[value]
        if new == value:
            return Migrate()
        start, end = self._view.start(statement.value), self._view.end(statement.value)
        old = self._view.source.text[start:end]
        return Migrate((Replacement(start=start, end=end, old=old, new=f"{old[0]}{new}{old[0]}"),))

    def _is_complete(self) -> bool:
        made = {sighting.row.symbol for sighting in self._sightings if isinstance(sighting.node, ast.Attribute)}
        return {*self._tables.service.names} <= made

    def _is_apart(self, statement: ast.Assign) -> bool | None:
        """Whether the setting is made for the service that is apart; None where that cannot be told."""
        if not self._services:
            return False
        values = {value for _, value in self._services}
        if values == {self._tables.service.apart}:
            block = self._block(statement)
            near = any(
                self._block(one) is block or self._block(one) is self._view.anatomy.tree for one, _ in self._services
            )
            inside = near or any(self._is_inside(statement, self._block(one)) for one, _ in self._services)
            return True if inside else None
        return False if self._tables.service.apart not in values and None not in values else None

    def _block(self, statement: ast.AST) -> ast.AST:
        return self._view.anatomy.parents[statement]

    def _is_inside(self, statement: ast.AST, block: ast.AST) -> bool:
        node: ast.AST | None = statement
        while node is not None:
            if node is block:
                return True
            node = self._view.anatomy.parents.get(node)
        return False

    # ---- one setting

    def _setting(self, symbol: str, node: ast.Attribute, statement: ast.Assign) -> Verdict:
        apart = self._is_apart(statement)
        if apart is None or (apart and not self._is_complete()):
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        edits: list[Replacement] = []
        if apart:
            new = self._tables.service.names.get(symbol)
        elif symbol in self._tables.names:
            new = self._tables.names[symbol]
            closing = self._closing(symbol, statement.value)
            if closing is None:
                return Withhold(Bail.SETTING_NOT_PROVABLE)
            edits += closing
        else:
            nothing = isinstance(statement.value, ast.Constant) and statement.value.value is None
            return Migrate() if nothing else Withhold(Bail.SETTING_NOT_PROVABLE)
        if new is None:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        old = symbol.rpartition(".")[2]
        end = self._view.end(node)
        if new != old:
            edits.append(Replacement(start=end - len(old), end=end, old=old, new=new))
        return Migrate(tuple(edits))

    def _closing(self, symbol: str, value: ast.expr) -> list[Replacement] | None:
        """The edits after which the text ends as it has to; None where that cannot be written."""
        mark = self._tables.closed.get(symbol)
        if mark is None:
            return []
        start, end = self._view.start(value), self._view.end(value)
        text = self._view.source.text[start:end]
        if isinstance(value, ast.Constant) and (not isinstance(value.value, str) or value.value.endswith(mark)):
            return None
        if isinstance(value, ast.Constant | ast.JoinedStr):
            inside = len(text) - (3 if text.endswith(('"""', "'''")) else 1)
            return [Replacement(start=start, end=end, old=text, new=f"{text[:inside]}{mark}{text[inside:]}")]
        put_behind = Replacement(start=end, end=end, old="", new=f' + "{mark}"')
        if isinstance(value, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            return [put_behind]
        return [
            Replacement(start=start, end=start, old="", new="("),
            Replacement(start=end, end=end, old="", new=f') + "{mark}"'),
        ]
