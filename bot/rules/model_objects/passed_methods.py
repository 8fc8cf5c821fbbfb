"""Methods of models and chats that are handed to what calls them in a thread: `asyncio.to_thread(model.ask, text)`.

What a method will be called with stands behind it there. Handed to anything else it is not known.
"""

import ast
from collections.abc import Iterator, Sequence

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.clients.homes import Needed, Stay
from bot.rules.engine.call_text import attribute_name, edit
from bot.rules.model_objects.call_edits import CallEdits
from bot.rules.model_objects.object_class import ObjectClass
from bot.rules.model_objects.places import CHAT, MODEL, ModelFlow
from bot.rules.model_objects.requests import STREAM, Requests
from bot.rules.model_objects.tables import ModelTables
from bot.rules.model_objects.writing import Moved, Writing
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Assigned, Scope
from bot.scan.usage_index import last_name
from bot.vocabulary import Bail

_CALLERS = {"to_thread": 0, "submit": 0, "run_in_executor": 1}
"""Functions that call what they are given with what follows it: by their last name, its position."""
_THREADS = "asyncio"
_EXECUTORS = "PoolExecutor"


class PassedMethod(Frozen):
    """A method that is read and not called. `kind` is that of the model, with what the shape begins with; `call` what
    calls it there, None where that is not known.
    """

    index: int
    symbol: str
    method: ast.Attribute
    scope: Scope
    kind: str
    call: ast.Call | None
    names: bool

    @property
    def arguments(self) -> list[ast.expr]:
        """What it is called with by position."""
        return self.call.args[self.call.args.index(self.method) + 1 :] if self.call is not None else []


class PassedMethods:
    """Answers for one file."""

    def __init__(
        self, view: FileView, flow: ModelFlow, tables: ModelTables, sightings: Sequence[tuple[int, Sighting]]
    ) -> None:
        self._view = view
        self._tables = tables
        self._sends = {f"{tables.chat.cls}.{name}" for name in (tables.chat.send, tables.chat.send_later)}
        self.every = list(self._found(flow, sightings))

    def _found(self, flow: ModelFlow, sightings: Sequence[tuple[int, Sighting]]) -> Iterator[PassedMethod]:
        symbols = {*self._tables.methods, self._tables.chat.starts, *self._sends}
        for index, one in sightings:
            symbol, node = self._view.surface.canonical(one.row.symbol or ""), one.node
            if symbol not in symbols or not isinstance(node, ast.Attribute) or node not in flow.asked:
                continue
            parent, held = self._view.anatomy.parents[node], flow.asked[node]
            if isinstance(parent, ast.Call) and parent.func is node:
                continue
            at = _CALLERS.get(last_name(parent), -1)
            calls = isinstance(parent, ast.Call) and at >= 0 and parent.args[at : at + 1] == [node]
            call = parent if isinstance(parent, ast.Call) and calls else None
            names = call is not None and self._hands_names_on(call, one.scope)
            yield PassedMethod(index, symbol, node, one.scope, held.shape, call, names)

    def _hands_names_on(self, call: ast.Call, scope: Scope) -> bool:
        """Whether what is called takes keywords for what it calls: asyncio's function, and that of an executor."""
        match call.func:
            case ast.Attribute(value=ast.Name(id=name), attr="to_thread"):
                return name == _THREADS
            case ast.Attribute(value=ast.Name(id=name), attr="submit"):
                home = scope.home(name)
                bound = home.bindings[name] if home is not None else []
                values = [one.value for one in bound if isinstance(one, Assigned)]
                return len(values) == len(bound) == 1 and last_name(values[0]).endswith(_EXECUTORS)
            case _:
                return False

    def needed(self, *, as_objects: bool) -> Iterator[Needed]:
        """A client for each that is one's own afterwards; it is held only by who waits for the answer there."""
        for one in self.every:
            if one.symbol in self._tables.methods and not as_objects:
                waits = isinstance(self._view.anatomy.parents.get(one.call or one.method), ast.Await)
                yield Needed(one.method, stay=Stay.HERE if waits else Stay.AWAY)

    def written(self, one: PassedMethod, writing: Writing, requests: Requests) -> Moved | Problem:
        """How one is handed on."""
        if one.call is None or any(keyword.arg in {STREAM, None} for keyword in one.call.keywords):
            return Problem(Bail.METHOD_PASSED_ON, one.method)
        if one.kind.startswith(CHAT) and one.symbol in self._sends:
            return self._sent(one, one.call, writing, requests)
        method = self._tables.methods.get(one.symbol)
        if method is None or method.later or not one.kind.startswith(MODEL):
            return Problem(Bail.METHOD_PASSED_ON, one.method)
        edits, moved, known = CallEdits(self._view, one.call), Moved(), {method.argument[0], *method.config}
        given = [keyword for keyword in one.call.keywords if keyword.arg in method.config]
        if writing.objects is not None:
            self._of_object(one, edits, writing.objects, config=bool(given))
            argument = edits.passed(*method.argument, one.arguments)
        elif not one.names:
            return Problem(Bail.METHOD_PASSED_ON, one.method, "no argument can be passed by its name there")
        else:
            problem = self._of_client(one, edits, writing)
            if problem is not None:
                return problem
            argument = edits.argument(*method.argument, one.arguments)
        if argument is not None:
            requests.content(edits, moved, writing.values.contents(argument, one.scope))
        requests.others(edits, one.call, known, streams=False)
        kind = one.kind.removeprefix(MODEL)
        if method.config:
            found = writing.config_at(one.call, one.method.value, one.scope, kind, given)
            requests.config(edits, moved, given, found)
        elif not requests.is_uncounted(kind, method.uncounted):
            edits.problem(one.method, "what the model is configured with counts", Bail.MODEL_CONFIGURED)
        return edits.finished(moved)

    def _of_object(self, one: PassedMethod, edits: CallEdits, objects: ObjectClass, *, config: bool) -> None:
        new = objects.asks(one.symbol, streamed=False, config=config)
        if new != one.method.attr:
            edits.edits.append(attribute_name(self._view, one.method, new))

    def _of_client(self, one: PassedMethod, edits: CallEdits, writing: Writing) -> Problem | None:
        client, model = writing.homes.expression(one.method), writing.model_at(one.method.value)
        for found in (client, model):
            if isinstance(found, Problem):
                return found
        start, end = self._view.start(one.method), self._view.end(one.method)
        path = self._tables.methods[one.symbol].to
        edits.edits.append(edit(self._view, start, end, f"{client}.{path}"))
        edits.behind(one.method, f", model={model}")
        return None

    def _sent(self, one: PassedMethod, call: ast.Call, writing: Writing, requests: Requests) -> Moved | Problem:
        """A message of a chat, whose method keeps its name; it brings no configuration of its own."""
        chat = self._tables.chat
        if one.method.attr != chat.send or chat.sends != chat.send:
            return Problem(Bail.METHOD_PASSED_ON, one.method)
        edits, moved = CallEdits(self._view, call), Moved()
        message = edits.passed(*chat.message, one.arguments)
        if message is not None:
            requests.content(edits, moved, writing.values.message(message, one.scope))
        requests.others(edits, call, {chat.message[0]}, streams=False)
        return edits.finished(moved)
