"""Statements that set the history of a chat: a new chat that begins with those turns takes the place of the old one.

The new library has no way to set the turns of a chat. Whoever holds the old chat would go on with that, so this is for
chats that one name or attribute alone holds, and whose model can be read again where the history is set.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from bot.models.struct import Frozen, altered
from bot.rules.answers.flow import Problem
from bot.rules.clients.configuring import declared_global
from bot.rules.clients.homes import Home, Needed
from bot.rules.engine.call_text import edit, next_token
from bot.rules.model_objects.asking import Asking
from bot.rules.model_objects.tables import Chat
from bot.rules.model_objects.writing import Moved, Writing
from bot.rules.written_values.written import Written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Declared, NameImported, Scope, ScopeKind
from bot.vocabulary import Bail

_REPEATS = ast.For | ast.AsyncFor | ast.While | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_EMPTIED_BY = "clear"


class SetHistory(Frozen):
    """One such statement: `read` is the history of the chat there, `start` what began the chat; `value` are the turns,
    which are none where there is no value.
    """

    read: ast.Attribute
    statement: ast.Assign | ast.Expr
    scope: Scope
    start: Asking
    value: ast.expr | None

    @property
    def chat(self) -> ast.expr:
        """The chat, as it is held."""
        return self.read.value


class NewHistories:
    """Those of one file, whose chats `starts` begin."""

    def __init__(self, view: FileView, table: Chat, starts: Sequence[Asking]) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._table = table
        self._starts = {one.call: one for one in starts}

    @cached_property
    def every(self) -> dict[ast.Attribute, SetHistory]:
        """The statements that can be rewritten, by the history in each."""
        places = [place for name in self._table.reads for place in self._anatomy.attributes[name]]
        found = (self._of(node, scope) for node, scope in places)
        return {one.read: one for one in found if one is not None}

    def needed(self, held: Sequence[Needed]) -> Iterator[Needed]:
        """That each of them needs a client, as long as the chats do that began before: their needs are `held`."""
        by_call = {one.place: one for one in held}
        for one in self.every.values():
            home = self._home_of(one)
            if one.start.call in by_call and home is not None:
                yield altered(by_call[one.start.call], place=one.read, after=(one.start.call,), home=home)

    # ---- which statements

    def _of(self, node: ast.Attribute, scope: Scope) -> SetHistory | None:
        start = self._only_start(node.value, scope)
        parent = self._anatomy.parents[node]
        match parent:
            case _ if start is None:
                return None
            case ast.Assign(targets=[target]) if target is node:
                return SetHistory(node, parent, scope, start, parent.value)
            case ast.Attribute(attr=name) if name == _EMPTIED_BY:
                match self._anatomy.nearest(parent, ast.stmt):
                    case ast.Expr(value=ast.Call(func=called, args=[])) as statement if called is parent:
                        return SetHistory(node, statement, scope, start, None)
        return None

    def _only_start(self, chat: ast.expr, scope: Scope) -> Asking | None:
        """What begins every chat that the name or attribute holds, and no other holds; all begin alike."""
        held = self._held(chat, scope)
        if held is None:
            return None
        values, reads = held
        starts = [self._starts[value] for value in values if isinstance(value, ast.Call) and value in self._starts]
        others = [one for one in values if one not in self._starts]
        if not starts or not all(isinstance(one, ast.Constant) and one.value is None for one in others):
            return None
        alike = len({(one.kind, ast.dump(one.receiver)) for one in starts}) == 1
        return starts[0] if alike and all(map(self._is_asked, reads)) else None

    def _held(self, chat: ast.expr, scope: Scope) -> tuple[list[ast.expr | None], list[ast.expr]] | None:
        """What is put under a name or attribute, None for what is not known; and every place that reads it."""
        match chat:
            case ast.Name(id=name):
                home = scope.home(name)
                if home is None or home.kind not in {ScopeKind.MODULE, ScopeKind.FUNCTION}:
                    return None
                bound = [one for one in home.bindings[name] if not isinstance(one, Declared)]
                values = [one.value if isinstance(one, Assigned) and not one.steps else None for one in bound]
                reads = [one for one, at in self._anatomy.names[name] if at.home(name) is home]
                return values, [one for one in reads if isinstance(one.ctx, ast.Load)]
            case ast.Attribute(value=owner, attr=name) if self._view.resolver.class_of_self(owner, scope) is not None:
                nodes = [node for node, _ in self._anatomy.attributes[name]]
                stores = [one for one in nodes if not isinstance(one.ctx, ast.Load)]
                of_classes = [one for each in self._anatomy.classes.values() for one in each.bindings.get(name, ())]
                known = [getattr(self._anatomy.parents[one], "value", None) for one in stores]
                known += [getattr(one, "value", None) for one in of_classes if not isinstance(one, Declared)]
                return known, [one for one in nodes if isinstance(one.ctx, ast.Load)]
            case _:
                return None

    def _is_asked(self, read: ast.expr) -> bool:
        """Whether nothing is kept of the chat where it is read: something is called, or looked up, or it is tested."""
        parent = self._anatomy.parents[read]
        match parent:
            case ast.Attribute(value=value, attr=name) if value is read:
                call = self._anatomy.parents[parent]
                return name in self._table.reads or (isinstance(call, ast.Call) and call.func is parent)
            case ast.UnaryOp(op=ast.Not()) | ast.If() | ast.While():
                return True
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return True
            case _:
                return False

    def _home_of(self, one: SetHistory) -> Home | None:
        """What keeps the chat."""
        if isinstance(one.chat, ast.Attribute):
            return Home.ATTRIBUTE
        assert isinstance(one.chat, ast.Name)
        home = one.scope.home(one.chat.id)
        if home is None:
            return None
        return Home.GLOBAL if home.kind is ScopeKind.MODULE else Home.LOCAL

    # ---- what is written

    def written(self, one: SetHistory, writing: Writing, to: str) -> Moved | Problem:
        """The statement by which a new chat takes the place of the old one; `to` begins it, from a client."""
        begun, declared = self._begun(one, writing, to), self._declared(one)
        if isinstance(begun, Problem):
            return begun
        if declared is None:
            return Problem(Bail.HISTORY_CHANGED, one.read)
        chat, start, end = self._view.end(one.chat), self._view.start(one.statement), self._view.end(one.statement)
        moved = Moved([*declared])
        if isinstance(one.chat, ast.Name) and self._home_of(one) is Home.GLOBAL:
            moved.within_file.add(one.chat.id)
        if one.value is None:
            moved.edits.append(edit(self._view, start, end, f"{writing.source(one.chat)} = {begun})"))
            return moved
        text = self._view.source.text
        turns = Written("") if self._are_its_own(one) else writing.values.history(one.value, one.scope)
        opened = next_token(text, next_token(text, self._view.end(one.read)) + 1)
        if isinstance(turns, Problem):
            return turns
        if "#" in text[start:opened]:
            return Problem(Bail.USE_NOT_REWRITABLE, one.read, "a comment stands inside")
        moved.edits.append(edit(self._view, chat, opened, f" = {begun}, {self._table.history}="))
        moved.edits += [*turns.inside, edit(self._view, end, end, ")")]
        moved.take(turns, in_place=True)
        return moved

    def _are_its_own(self, one: SetHistory) -> bool:
        """Whether the turns are some of those that the chat had: their place in the text has an edit of its own."""
        match one.value:
            case ast.Subscript(value=ast.Attribute() as read, slice=ast.Slice()):
                return ast.dump(read.value) == ast.dump(one.chat) and read.attr == one.read.attr
            case _:
                return False

    def _begun(self, one: SetHistory, writing: Writing, to: str) -> str | Problem:
        """The call that begins the new chat, up to the turns that it begins with."""
        receiver, made = one.start.receiver, writing.made_at(one.start.receiver)
        if not self._is_read_again(one, writing):
            return Problem(Bail.HISTORY_CHANGED, one.read, "the model of the chat cannot be read there")
        if writing.objects is not None and made is None:
            return Problem(Bail.HISTORY_CHANGED, one.read)
        client, model = writing.homes.expression(one.read), writing.model_at(receiver)
        config = writing.config_at(one.start.call, receiver, one.scope, str(one.start.kind), ())
        for found in (client, model, config):
            if isinstance(found, Problem):
                return found
        held = f", config={config.text}" if isinstance(config, Written) else ""
        return f"{client}.{to}(model={model}{held}"

    def _is_read_again(self, one: SetHistory, writing: Writing) -> bool:
        """Whether the model that began the chat is still what its expression reads where the history is set."""
        receiver, made = one.start.receiver, writing.made_at(one.start.receiver)
        if made is not None:
            return isinstance(made.name, ast.Constant) and not made.config
        makes = [each.call for each in writing.constructions.every if each.kept is not None]
        match receiver:
            case ast.Name(id=name):
                home = one.scope.home(name)
                bound = home.bindings[name] if home is not None and home is one.start.scope.home(name) else []
                values = [getattr(each, "value", None) for each in bound if not isinstance(each, Declared)]
                imported = [type(each) for each in bound] == [NameImported]
            case ast.Attribute(value=owner, attr=name) if isinstance(one.chat, ast.Attribute):
                nodes = [node for node, _ in self._anatomy.attributes[name]]
                values = [
                    getattr(self._anatomy.parents[each], "value", None)
                    for each in nodes
                    if not isinstance(each.ctx, ast.Load)
                ]
                imported, same = False, ast.dump(owner) == ast.dump(one.chat.value)
                if not same or any(name in scope.bindings for scope in self._anatomy.classes.values()):
                    return False
            case _:
                return False
        once = len(values) == 1 and values[0] in makes and self._anatomy.nearest(values[0], _REPEATS) is None
        return imported or once

    def _declared(self, one: SetHistory) -> list[Replacement] | None:
        """What tells the function that the name of the chat is another scope's; None where that cannot be told."""
        match one.chat:
            case ast.Name(id=name):
                home, scope = one.scope.home(name), one.scope
                if home is scope or name in scope.global_names or name in scope.nonlocal_names:
                    return []
                if home is None or home.kind is not ScopeKind.MODULE:
                    return None
                declared = declared_global(self._view, scope.node, name)
                return [declared] if declared is not None else None
            case _:
                return []
