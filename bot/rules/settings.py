"""Renames the settings that a program makes in the old library's module.

The module's own client of the new library reads them whenever it is asked, as the old library did. Which of two new
settings an address is depends on the service, which another setting names: it is rewritten only where the file says
which one, in the same block or for the whole module. Settings that had no effect any more go, a proxy becomes the
connection that the module's client is given, and a token that stood for a key has a setting of its own.
"""

import ast
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier, Pack
from bot.rules.calls.blank_settings import filled
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope
from bot.scan.values import LibraryModule
from bot.vocabulary import Bail

Value = Annotated[str, Bounds(min_length=1, max_length=64)]


class Service(LightRecord):
    """`setting` names the service; `values`: what it is set to, to the new value; a value that is not there withholds.
    `apart` is the value under which `names` are used (old setting to new one), all of which have to be made. `tokens`
    are values that mean the same service, where what is set as the `key` is a token, which `token` is set to now.
    """

    setting: DottedName
    values: dict[Value, Value]
    apart: Value
    names: dict[DottedName, Identifier]
    tokens: tuple[Value, ...]
    key: DottedName
    token: Identifier


class Made(LightRecord):
    """A setting that is made of the old one's value: `setting = made_by(keyword=value)`. The value is text that begins
    with one of `begins`.
    """

    setting: Identifier
    made_by: Identifier
    keyword: Identifier
    begins: tuple[Value, ...]


class Parameters(LightRecord):
    """`names`: the old setting to the new one. `closed`: settings whose text has to end with something now. `dropped`:
    settings without any effect; `made`: old settings to what is made of them. `blank`: as in the table of calls.
    """

    names: Annotated[dict[DottedName, Identifier], Bounds(min_length=1)]
    closed: dict[DottedName, Value] = anew(dict)
    service: Service
    dropped: tuple[DottedName, ...] = ()
    made: dict[DottedName, Made] = anew(dict)
    blank: tuple[Identifier, ...] = ()


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the assignments of the settings that the table names; reads of them are left."""
    del pack
    file = _File(view, sightings, parameters)
    further = filled(view, parameters.blank)
    for index, sighting in enumerate(sightings):
        verdict = file.verdict(sighting)
        if isinstance(verdict, Migrate):
            moved = verdict.with_replacements(further) if further is not None else None
            yield index, moved or Withhold(Bail.SETTING_NOT_PROVABLE)
        elif verdict is not None:
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
        known |= {*self._tables.dropped, *self._tables.made}
        if symbol not in known or not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            return None
        statement = self._view.anatomy.parents.get(node)
        if not isinstance(statement, ast.Assign) or statement.targets != [node]:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        if symbol == self._tables.service.setting:
            return self._service(statement)
        if symbol in self._tables.dropped:
            return self._dropped(statement)
        if symbol in self._tables.made:
            return self._made(self._tables.made[symbol], symbol, node, statement)
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
        if self._kind(value) == self._tables.service.apart and not self._is_complete():
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        new = self._tables.service.values[value]
        if new == value:
            return Migrate()
        start, end = self._view.start(statement.value), self._view.end(statement.value)
        old = self._view.source.text[start:end]
        named = Replacement(start=start, end=end, old=old, new=f"{old[0]}{new}{old[0]}")
        if value not in self._tables.service.tokens:
            return Migrate((named,))
        token = self._token(statement)
        if token is None:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        return Migrate((named, token), not_elsewhere=frozenset({f".{_last(self._tables.service.key)}"}))

    def _token(self, statement: ast.Assign) -> Replacement | None:
        """The edit of the key, which is a token, where the file sets it once, when it is imported, and never reads it:
        the module's client takes a token once.
        """
        key = _last(self._tables.service.key)
        used = [node for node, scope in self._view.anatomy.attributes.get(key, ()) if self._is_of_module(node, scope)]
        if len(used) != 1 or len(self._services) != 1 or self._block(statement) is not self._view.anatomy.tree:
            return None
        made = self._view.anatomy.parents.get(used[0])
        if not isinstance(made, ast.Assign) or made.targets != [used[0]]:
            return None
        if self._block(made) is not self._view.anatomy.tree:
            return None
        end = self._view.end(used[0])
        return Replacement(start=end - len(key), end=end, old=key, new=self._tables.service.token)

    def _is_of_module(self, node: ast.Attribute, scope: Scope) -> bool:
        return any(isinstance(value, LibraryModule) for value in self._view.resolver.values(node.value, scope))

    def _kind(self, value: str | None) -> str | None:
        """The service that a value names."""
        return self._tables.service.apart if value in self._tables.service.tokens else value

    def _is_complete(self) -> bool:
        made = {sighting.row.symbol for sighting in self._sightings if isinstance(sighting.node, ast.Attribute)}
        return {*self._tables.service.names} <= made

    def _is_apart(self, statement: ast.Assign) -> bool | None:
        """Whether the setting is made for the service that is apart; None where that cannot be told."""
        if not self._services:
            return False
        values = {self._kind(value) for _, value in self._services}
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

    # ---- settings that go, and those that something is made of

    def _dropped(self, statement: ast.Assign) -> Verdict:
        """The statement without its line, or `pass` where it is all of its block."""
        text, start, end = self._view.source.text, self._view.start(statement), self._view.end(statement)
        first = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", end)
        stop = stop + 1 if stop >= 0 else len(text)
        alone = not text[first:start].strip() and not text[end:stop].strip()
        if not alone or not isinstance(statement.value, ast.Constant | ast.Name | ast.Attribute):
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        if self._is_whole_block(statement):
            return Migrate((Replacement(start=start, end=end, old=text[start:end], new="pass"),))
        return Migrate((Replacement(start=first, end=stop, old=text[first:stop], new=""),))

    def _is_whole_block(self, statement: ast.Assign) -> bool:
        parent = self._block(statement)
        return any(getattr(parent, name, None) == [statement] for name in ("body", "orelse", "finalbody"))

    def _made(self, made: Made, symbol: str, node: ast.Attribute, statement: ast.Assign) -> Verdict:
        times = sum(one.row.symbol == symbol and isinstance(one.node, ast.Attribute) for one in self._sightings)
        module = node.value
        value = self._view.source.text[self._view.start(statement.value) : self._view.end(statement.value)]
        if times != 1 or not isinstance(module, ast.Name) or not _begins(statement.value, made.begins) or "\n" in value:
            return Withhold(Bail.SETTING_NOT_PROVABLE)
        start, end = self._view.end(node) - len(node.attr), self._view.end(statement.value)
        new = f"{made.setting} = {module.id}.{made.made_by}({made.keyword}={value})"
        edit = Replacement(start=start, end=end, old=self._view.source.text[start:end], new=new)
        return Migrate((edit,), not_elsewhere=frozenset({f".{node.attr}"}))

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


def _begins(value: ast.expr, beginnings: tuple[str, ...]) -> bool:
    """Whether the text is written out at its beginning, and begins so."""
    match value:
        case ast.JoinedStr(values=[ast.Constant(value=str(first)), *_]) | ast.Constant(value=str(first)):
            return first.startswith(beginnings)
        case _:
            return False


def _last(name: str) -> str:
    return name.rpartition(".")[2]
