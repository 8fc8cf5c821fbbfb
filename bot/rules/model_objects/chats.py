"""Chats: where they begin, what is sent in them, and what is read of them."""

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from bot.rules.answers.flow import Followed, Problem
from bot.rules.answers.shapes import Answer
from bot.rules.clients.configuring import in_one_piece
from bot.rules.clients.homes import Needed, Stay
from bot.rules.engine.call_text import attribute_name, edit, line_behind
from bot.rules.engine.protected import EVERYTHING, may_be_caught
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.model_objects.asking import Asking
from bot.rules.model_objects.call_edits import CallEdits
from bot.rules.model_objects.last_answers import LastAnswers
from bot.rules.model_objects.new_histories import NewHistories
from bot.rules.model_objects.object_class import ObjectClass
from bot.rules.model_objects.places import CHAT, ModelFlow
from bot.rules.model_objects.requests import Requests
from bot.rules.model_objects.streams import Streams
from bot.rules.model_objects.tables import Chat
from bot.rules.model_objects.writing import Moved, Writing
from bot.rules.reads.helpers import helpers_of
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ScopeKind
from bot.vocabulary import Bail

_READ_BY = frozenset({"len", "list", "enumerate", "reversed", "bool"})
_ASKED_WITH = frozenset({"count_tokens", "generate_content"})
_HOLDER = "_client"
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Chats:
    """Answers for the chats of one file. `sends` are all calls that send a message in one."""

    def __init__(self, view: FileView, flow: ModelFlow, table: Chat, sightings: Sequence[tuple[int, Sighting]]) -> None:
        self._view = view
        self._flow = flow
        self._table = table
        self._followed: dict[ast.Call, Followed] = {}
        self._starts: list[Asking] = []
        self._sightings = sightings

    @cached_property
    def _last(self) -> LastAnswers:
        return LastAnswers(self._view, self.sends, self._table.named)

    def follow(self, start: Asking) -> None:
        """Follow a chat from where it begins."""
        self._starts.append(start)
        if start.kind is not None:
            self._followed[start.call] = self._flow.follow(start.call, Answer(f"{CHAT}{start.kind}"))

    @cached_property
    def _set_histories(self) -> NewHistories:
        return NewHistories(self._view, self._table, self._starts)

    @cached_property
    def sends(self) -> list[Asking]:
        """Every call that sends, with the kind of the model behind the chat where that is known."""
        table, found = self._table, []
        for index, one in self._sightings:
            symbol = self._view.surface.canonical(one.row.symbol or "")
            node = one.node if isinstance(one.node, ast.Call) else self._view.anatomy.parents.get(one.node)
            if symbol not in {f"{table.cls}.{table.send}", f"{table.cls}.{table.send_later}"}:
                continue
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and one.node in (node, node.func):
                held = self._flow.asked.get(node.func)
                kind = held.shape.removeprefix(CHAT) if held is not None and held.shape.startswith(CHAT) else None
                found.append(Asking(index, symbol, node, node.func, one.scope, kind, one.row.searched))
        return found

    @cached_property
    def are_later(self) -> bool | None:
        """Whether the chats of the file are awaited; None where some are and some are not."""
        found = {one.method.attr == self._table.send_later for one in self.sends}
        return None if len(found) > 1 else found == {True}

    @property
    def annotated(self) -> str | None:
        """The class of the file's chats."""
        return None if self.are_later is None else self._table.classes[self.are_later]

    # ---- how long a chat is kept

    def held(self, start: Asking, needed: Needed) -> Needed:
        """What a chat needs: the client as long as the chat is kept."""
        return Needed(needed.place, needed.after, needed.home, self._stay(start.call), silent=True)

    def held_anew(self, held: Sequence[Needed]) -> Iterator[Needed]:
        """What the chats need that take the place of others, which are `held`."""
        yield from self._set_histories.needed(held)

    def _stay(self, call: ast.Call) -> Stay:
        statement = self._view.anatomy.parents[call]
        followed = self._followed.get(call)
        if self._holder(statement) is not None:
            return Stay.HERE
        if followed is None or followed.problems:
            return Stay.AWAY
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]):
                home = self._view.anatomy.scope_of[statement.targets[0]].home(name)
                if not self._is_only_asked(name):
                    return Stay.AWAY
                return Stay.MODULE if home is not None and home.kind is ScopeKind.MODULE else Stay.HERE
            case ast.Assign(targets=[ast.Attribute(value=owner)]):
                scope = self._view.anatomy.scope_of[statement.targets[0]]
                return Stay.OBJECT if self._view.resolver.class_of_self(owner, scope) is not None else Stay.AWAY
            case ast.Attribute(value=value) if value is call:
                return Stay.HERE
            case _:
                return Stay.AWAY

    def _is_only_asked(self, name: str) -> bool:
        """Whether members are read of what is called so in the file, and nothing else is done with it."""
        reads = (node for node, _ in self._view.anatomy.names[name] if isinstance(node.ctx, ast.Load))
        return all(isinstance(self._view.anatomy.parents[read], ast.Attribute) for read in reads)

    def _holder(self, statement: ast.AST) -> str | None:
        """Where the client is kept beside a chat that something keeps which is not of this file."""
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name) as target]):
                if self._is_plain(owner) and not self._is_own(target):
                    return f"{self._source(owner)}.{name}{_HOLDER}"
            case ast.Assign(targets=[ast.Subscript(value=owner, slice=ast.Constant(value=str(key)))]):
                if self._is_plain(owner) and key.isidentifier():
                    return f'{self._source(owner)}["{key}{_HOLDER}"]'
        return None

    def _is_own(self, target: ast.Attribute) -> bool:
        scope = self._view.anatomy.scope_of[target]
        return self._view.resolver.class_of_self(target.value, scope) is not None

    def _is_plain(self, node: ast.expr) -> bool:
        """Whether an expression is made of names alone, the first of which is imported."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name)

    def _source(self, node: ast.expr) -> str:
        return self._view.source.text[self._view.start(node) : self._view.end(node)]

    # ---- what is written

    def start(self, one: Asking, writing: Writing, requests: Requests) -> Moved | Problem:
        """The call that begins a chat."""
        if self.are_later is None:
            return Problem(Bail.CHAT_MIXED, one.call)
        for entry in self._table.refuses:
            if entry in self._view.source.text:
                return Problem(Bail.MODEL_CONFIGURED, one.call, f"{entry} may be set, with which no chat began")
        if writing.objects is not None and writing.made_at(one.receiver) is None:
            return self._start_of_object(one, writing, writing.objects, requests)
        client, model = writing.homes.expression(one.call), writing.model_at(one.receiver)
        for found in (client, model):
            if isinstance(found, Problem):
                return found
        assert one.kind is not None
        edits, moved = CallEdits(self._view, one.call), Moved()
        edits.function(f"{client}.{self._table.later if self.are_later else self._table.to}")
        edits.first([f"model={model}"])
        history = edits.argument(self._table.history, self._table.history, one.call.args)
        if history is not None:
            requests.content(edits, moved, writing.values.history(history, one.scope))
        self._others(one.call, edits)
        requests.config(edits, moved, (), writing.config_at(one.call, one.receiver, one.scope, one.kind, ()))
        self._hold(one.call, str(client), edits)
        moved.within_file |= self._awaited_under(one.call)
        return edits.finished(moved)

    def _awaited_under(self, call: ast.Call) -> set[str]:
        """The name, or attribute, that holds a chat that is awaited: another file might not await it."""
        match self._view.anatomy.parents[call] if self.are_later else None:
            case ast.Assign(targets=[ast.Name(id=name)]):
                return {name}
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                return {f".{name}"}
            case _:
                return set()

    def _others(self, call: ast.Call, edits: CallEdits) -> None:
        for keyword in call.keywords:
            if keyword.arg in self._table.ignored and _is_false(keyword.value):
                edits.without(keyword)
            elif keyword.arg != self._table.history:
                edits.problem(keyword, f"the argument {keyword.arg or '**'}", Bail.ARGUMENT_CHANGED)

    def _start_of_object(
        self, one: Asking, writing: Writing, objects: ObjectClass, requests: Requests
    ) -> Moved | Problem:
        """The call by which an object of the file's own class begins a chat, which lives as long as the object does."""
        if self._holder(self._view.anatomy.parents[one.call]) is not None and not writing.is_plain(one.receiver):
            return Problem(Bail.CLIENT_NOT_HELD, one.call)
        if not writing.homes.lasts and not self._outlives(one):
            return Problem(Bail.CLIENT_NOT_HELD, one.call)
        edits, moved = CallEdits(self._view, one.call), Moved()
        history = edits.passed(self._table.history, self._table.history, one.call.args)
        if history is not None:
            requests.content(edits, moved, writing.values.history(history, one.scope))
        self._others(one.call, edits)
        objects.starts(history=history is not None)
        moved.within_file |= self._awaited_under(one.call)
        self._hold(one.call, f"{writing.source(one.receiver)}.client", edits)
        return edits.finished(moved)

    def _outlives(self, one: Asking) -> bool:
        """Whether the object that begins a chat is there as long as the chat is."""
        anatomy, stay = self._view.anatomy, self._stay(one.call)
        match one.receiver:
            case ast.Name(id=name):
                home = one.scope.home(name)
                if home is None or len(home.bindings[name]) != 1 or name in anatomy.declared:
                    return False
                return stay is Stay.HERE or (stay is Stay.MODULE and home is anatomy.root)
            case ast.Attribute(attr=name):
                stores = (node for node, _ in anatomy.attributes[name] if not isinstance(node.ctx, ast.Load))
                own = self._is_own(one.receiver)
                return own and stay in {Stay.HERE, Stay.OBJECT} and len([*stores]) == 1
            case _:
                return False

    def _hold(self, call: ast.Call, client: str, edits: CallEdits) -> None:
        statement = self._view.anatomy.parents[call]
        holder = self._holder(statement)
        if holder is not None and isinstance(statement, ast.Assign):
            line = line_behind(self._view, statement, f"{holder} = {client}")
            if line is None:
                edits.problem(call, "the statement shares its line")
            else:
                edits.edits.append(line)

    def send(self, one: Asking, writing: Writing, requests: Requests, streams: Streams) -> Moved | Problem:
        """A call that sends a message."""
        if self.are_later is None:
            return Problem(Bail.CHAT_MIXED, one.call)
        if one.kind is None and (one.searched or (self.are_later and not self._followed)):
            return Problem(Bail.MODEL_NOT_TRACED, one.call)
        streamed = streams.is_streamed(one.call)
        if isinstance(streamed, Problem):
            return streamed
        edits, moved = CallEdits(self._view, one.call), Moved()
        new = self._table.streamed if streamed else self._table.sends
        chat = self._source(one.receiver)
        choice = streams.choice(one.call, one.method.attr, f"{chat}.{new}", f"{chat}.{self._table.sends}")
        if choice is not None and (not isinstance(one.receiver, ast.Name | ast.Attribute) or "\n" in chat):
            return Problem(Bail.STREAM_NOT_KNOWN, one.call)
        if choice is not None:
            edits.chosen(choice, chat)
        elif new != one.method.attr:
            edits.edits.append(attribute_name(self._view, one.method, new))
        message = self._message(one.call, edits)
        if message is not None:
            requests.content(edits, moved, writing.values.message(message, one.scope))
        given = [keyword for keyword in one.call.keywords if keyword.arg in self._table.config]
        requests.others(edits, one.call, {self._table.message[0], *self._table.config}, streams=True)
        if given:
            kind = one.kind
            found = (
                writing.config_at(one.call, one.receiver, one.scope, kind, given)
                if kind is not None
                else Problem(Bail.MODEL_NOT_TRACED, one.call)
            )
            requests.config(edits, moved, given, found)
        sent = edits.finished(moved)
        return sent if isinstance(sent, Problem) else self._named(one.call, sent)

    def _message(self, call: ast.Call, edits: CallEdits) -> ast.expr | None:
        match call.args:
            case [argument] if not isinstance(argument, ast.Starred):
                return argument
            case []:
                return edits.argument(*self._table.message, [])
            case _:
                edits.problem(call, "an argument is passed by position")
                return None

    def read(self, node: ast.Attribute, member: str, writing: Writing) -> Iterator[Moved | Problem]:
        """A read of the history, where nothing but the turns themselves is looked at, or of the last answer; or a
        statement that sets the history.
        """
        if member == self._table.last:
            yield self._last_read(node)
        if member not in self._table.reads:
            return
        parent = self._view.anatomy.parents[node]
        if node in self._set_histories.every and not self._is_lost(node):
            yield self._set(node, writing)
        elif not isinstance(node.ctx, ast.Load) or not self._only_looks(node, parent) or self._asks_classes:
            yield Problem(Bail.HISTORY_CHANGED, node)
        elif any(one for one in self.sends if self._streams(one.call)):
            yield self._joined(node)
        else:
            end, table = self._view.end(node), self._table.valid if self._may_have_failed else self._table.reads
            yield Moved([edit(self._view, end - len(node.attr), end, table[member])])

    @cached_property
    def _may_have_failed(self) -> bool:
        """Whether the file goes on after a message for which the old library raised an error, and kept no turn."""
        return any(may_be_caught(self._view, one.call, EVERYTHING) for one in self.sends)

    def _is_lost(self, node: ast.Attribute) -> bool:
        """Whether the function asks for a last answer as well, of which the old library forgets with the history."""
        anatomy = self._view.anatomy
        function = anatomy.nearest(node, _FUNCTIONS)
        return any(anatomy.nearest(one, _FUNCTIONS) is function for one, _ in anatomy.attributes[self._table.last])

    def _set(self, node: ast.Attribute, writing: Writing) -> Moved | Problem:
        if self.are_later is None:
            return Problem(Bail.CHAT_MIXED, node)
        to = self._table.later if self.are_later else self._table.to
        return self._set_histories.written(self._set_histories.every[node], writing, to)

    def _joined(self, node: ast.Attribute) -> Moved | Problem:
        """The turns where a streamed answer may be several: through a function that makes one of them."""
        table, view = self._table.joined, self._view
        start, middle, end = view.start(node), view.end(node.value), view.end(node)
        plain = not is_misplaced(view.anatomy, node) and "#" not in view.source.text[middle:end]
        if not plain or not helpers_of(view).want(table.name, table.function):
            return Problem(Bail.STREAM_KEPT, node, "a streamed answer is several turns of the new history")
        behind = view.source.text.rfind(".", middle, end)
        return Moved([edit(view, start, start, f"{table.name}("), edit(view, behind, end, ")")], helped=True)

    @cached_property
    def _asks_classes(self) -> bool:
        """Whether something is asked of the class of an object, as in `type(turn).to_dict(turn)`."""
        return any(
            isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Call)
            and isinstance(call.func.value.func, ast.Name)
            and call.func.value.func.id == "type"
            for call, _ in self._view.anatomy.calls
        )

    def _last_read(self, node: ast.Attribute) -> Moved | Problem:
        name = self._last.name_for(node)
        if name is None or not isinstance(node.ctx, ast.Load):
            return Problem(Bail.LAST_NOT_KNOWN, node)
        return Moved([edit(self._view, self._view.start(node), self._view.end(node), name)])

    def name_last(self) -> None:
        """Find out which sends have to give their answers a name."""
        for _, one in self._sightings:
            symbol = self._view.surface.canonical(one.row.symbol or "")
            if symbol == f"{self._table.cls}.{self._table.last}" and isinstance(one.node, ast.Attribute):
                self._last.name_for(one.node)

    def _named(self, call: ast.Call, moved: Moved) -> Moved | Problem:
        """The statement that sends, where its answer gets a name: in one piece, since it becomes another statement."""
        statement = self._view.anatomy.parents[call]
        if isinstance(statement, ast.Await):
            statement = self._view.anatomy.parents[statement]
        if not isinstance(statement, ast.Expr) or statement not in self._last.named:
            return moved
        start = self._view.start(statement)
        inside = [one for one in moved.edits if start <= one.start and one.end <= self._view.end(statement)]
        name = edit(self._view, start, start, f"{self._last.named[statement]} = ")
        whole = in_one_piece(self._view, statement.value, [name, *inside])
        if isinstance(whole, Problem):
            return whole
        moved.edits = [one for one in moved.edits if one not in inside] + [whole]
        return moved

    def _streams(self, call: ast.Call) -> bool:
        return any(keyword.arg == "stream" and not _is_false(keyword.value) for keyword in call.keywords)

    def _only_looks(self, node: ast.Attribute, parent: ast.AST) -> bool:
        match parent:
            case ast.For(iter=looked) | ast.comprehension(iter=looked) if looked is node:
                return True
            case ast.Call(func=ast.Name(id=name)) if node in parent.args:
                return name in _READ_BY
            case ast.Call(func=ast.Attribute(attr=name)) if node in parent.args:
                return name in _ASKED_WITH
            case ast.Subscript(value=value) if value is node:
                return isinstance(parent.ctx, ast.Load)
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if test is node:
                return True
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.keyword(arg=name):
                call = self._view.anatomy.parents[parent]
                return name == self._table.history and isinstance(call, ast.Call)
            case _:
                return False


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False
