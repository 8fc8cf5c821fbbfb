"""Whether a statement has surely been run before a place is reached, by the order of statements and of calls alone."""

import ast
from collections.abc import Iterator

from bot.scan.binder import Anatomy
from bot.scan.scopes import Defined
from bot.scan.usage_index import last_name

_ENDS = frozenset({"exit", "_exit", "quit", "stop", "abort"})
"""Calls that do not come back: of sys, os, and streamlit."""
_LOOPS = ast.For | ast.AsyncFor | ast.While | ast.comprehension
_STATEMENTS = ("body", "orelse", "finalbody")
_DEEP = 12
"""How many functions are looked through, from a place outwards to who calls it."""


class Order:
    """Answers for one file. `made` are the statements that are asked about: one of them has to have been run. Whether
    a function that is called runs one counts only where `through_calls` is set.
    """

    def __init__(self, anatomy: Anatomy, made: frozenset[ast.stmt], *, through_calls: bool) -> None:
        self._anatomy = anatomy
        self._made = made
        self._through_calls = through_calls
        self._known: dict[ast.stmt, bool] = {}
        self.within_file: set[str] = set()
        """Functions of which every call was looked at: another file must not call them."""

    def inside(self, place: ast.AST, function: ast.AST) -> bool:
        """Whether one was run before `place` by the time it is reached in `function` (or the module), not counting
        what ran before the function was called.
        """
        node = place
        while node is not function:
            parent = self._anatomy.parents.get(node)
            if parent is None:
                return False
            if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and self._above(node, parent):
                return True
            node = parent
        return False

    def anywhere(self, place: ast.AST, depth: int = _DEEP) -> bool:
        """Whether one was run before, whoever calls the functions around the place."""
        function = self.function_around(place)
        if self.inside(place, function):
            return True
        if isinstance(function, ast.Module):
            return False
        if depth and self._is_run_at_import(function):
            return True
        calls = self._calls(function)
        found = bool(depth and calls) and all(self.anywhere(call, depth - 1) for call in calls)
        return found and self._relied_on(function)

    def _is_run_at_import(self, function: ast.AST) -> bool:
        """Whether the module itself makes it, when it is imported, before anything there can call the function."""
        body = self._anatomy.tree.body
        at = next((index for index, one in enumerate(body) if self.makes(one)), None)
        if at is None:
            return False
        called = {name for one in body[:at] for name in _called_names(one)}
        return not called & self._names_leading_to(function)

    def _names_leading_to(self, function: ast.AST) -> set[str]:
        """The functions and classes of the module by which the function may be reached."""
        leading: set[str] = set()
        inside = _outermost_name(self._anatomy, function)
        pending = {inside} if inside is not None else set()
        while pending:
            name = pending.pop()
            leading.add(name)
            for one in self._anatomy.tree.body:
                own = getattr(one, "name", None)
                if own is not None and own not in leading and name in _loaded_names(one):
                    pending.add(own)
        return leading

    def function_around(self, node: ast.AST) -> ast.AST:
        """The function, or the module, as a part of whose run a place is reached; a class body is a part of it."""
        functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        return self._anatomy.nearest(self._anatomy.parents.get(node), functions) or self._anatomy.tree

    def _relied_on(self, function: ast.AST) -> bool:
        """Note that a proof rests on the calls of a function in this file."""
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            owner = self._anatomy.functions[function].owner
            self.within_file.add(function.name if owner is None else _spelt(owner, function))
        return True

    def follow_one_another(self, one: ast.stmt, other: ast.stmt) -> bool:
        """Whether both of two statements may be run, one after the other: they are not in branches apart."""
        ways = [self._way_up(one), self._way_up(other)]
        for holder, field in ways[0].items():
            if holder in ways[1]:
                apart = isinstance(holder, ast.If | ast.Try | ast.Match) and field != ways[1][holder]
                return not apart
        return True

    def _way_up(self, node: ast.AST) -> dict[ast.AST, str]:
        """What holds a node, from the inside out, each with the field that leads to it."""
        found = {}
        parent = self._anatomy.parents.get(node)
        while parent is not None:
            found[parent] = next((name for name, value in ast.iter_fields(parent) if _is_in(node, value)), "")
            node, parent = parent, self._anatomy.parents.get(parent)
        return found

    def is_in_loop(self, place: ast.AST) -> bool:
        """Whether a place is run again and again within one run of its function."""
        function, node = self.function_around(place), place
        while node is not function and not isinstance(node, _LOOPS):
            node = self._anatomy.parents.get(node, function)
        return node is not function

    def is_called_once(self, function: ast.AST) -> bool:
        """Whether a function is called at one place only, which is run once: by the module itself, in no loop."""
        calls = self._calls(function)
        if len(calls) != 1 or not isinstance(self.function_around(calls[0]), ast.Module):
            return False
        return self._anatomy.nearest(calls[0], _LOOPS) is None and self._relied_on(function)

    def _calls(self, function: ast.AST) -> list[ast.Call]:
        """Every call of a function of the module; none where it may be called unseen."""
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or function.decorator_list:
            return []
        facts = self._anatomy.functions[function]
        home = facts.scope.parent
        if facts.owner is not None:
            return self._method_calls(function)
        if home is None or [type(one) for one in home.bindings.get(function.name, ())] != [Defined]:
            return []
        reads = [
            node
            for node, scope in self._anatomy.names.get(function.name, ())
            if isinstance(node.ctx, ast.Load) and scope.home(function.name) is home
        ]
        return self._all_called(reads)

    def _method_calls(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call]:
        owner = self._anatomy.functions[function].owner
        if function.name == "__init__" and owner is not None and [*self._anatomy.root.bindings.get(owner.name, ())]:
            return self._all_called([node for node, _ in self._anatomy.names.get(owner.name, ())])
        same = [one for one in self._anatomy.functions if getattr(one, "name", None) == function.name]
        if function.name.startswith("__") or len(same) != 1:
            return []
        return self._all_called([node for node, _ in self._anatomy.attributes.get(function.name, ())])

    def _all_called(self, reads: list[ast.Name] | list[ast.Attribute]) -> list[ast.Call]:
        calls = [self._anatomy.parents[read] for read in reads]
        pairs = zip(calls, reads, strict=True)
        found = [call for call, read in pairs if isinstance(call, ast.Call) and call.func is read]
        return found if len(found) == len(reads) else []

    def is_made_by(self, function: ast.FunctionDef) -> bool:
        """Whether a function does it whenever it comes back, and calls nothing of its own object before."""
        before: list[ast.stmt] = []
        for one in function.body:
            if self.makes(one):
                return not any(map(_calls_own_method, before))
            if any(isinstance(node, ast.Return) for node in ast.walk(one)):
                return False
            before.append(one)
        return False

    # ---- one block

    def _above(self, node: ast.AST, parent: ast.AST) -> bool:
        for name in _STATEMENTS:
            block = getattr(parent, name, None)
            if isinstance(block, list) and node in block:
                before = parent.body if isinstance(parent, ast.Try) and name == "orelse" else []
                return self._block([*before, *block[: block.index(node)]], frozenset())
        return False

    def makes(self, statement: ast.stmt, seen: frozenset[ast.AST] = frozenset()) -> bool:
        """Whether one of the statements was surely run once this one has ended normally."""
        if seen:
            return self._makes(statement, seen)
        if statement not in self._known:
            self._known[statement] = self._makes(statement, seen)
        return self._known[statement]

    def _makes(self, statement: ast.stmt, seen: frozenset[ast.AST]) -> bool:
        if statement in self._made:
            return True
        match statement:
            case ast.If(body=body, orelse=orelse):
                return self._one_way(body, seen) and self._one_way(orelse, seen) and self._some(statement)
            case ast.With(body=body) | ast.AsyncWith(body=body):
                return self._block(body, seen) and not _may_swallow(statement)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                ways = self._block([*body, *orelse], seen) and all(self._one_way(one.body, seen) for one in handlers)
                return ways or self._block(finalbody, seen)
            case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call) if self._through_calls:
                return self._called_makes(call, seen)
            case _:
                return False

    def _called_makes(self, call: ast.Call, seen: frozenset[ast.AST]) -> bool:
        """Whether a call of a function of the module does it, every time that it comes back."""
        name = call.func.id if isinstance(call.func, ast.Name) else None
        bindings = self._anatomy.root.bindings.get(name or "", [])
        match bindings:
            case [Defined(node=ast.FunctionDef() as function)] if function not in seen and not function.decorator_list:
                return self._function_makes(function, seen | {function})
            case _:
                return False

    def _function_makes(self, function: ast.FunctionDef, seen: frozenset[ast.AST]) -> bool:
        for one in function.body:
            if self.makes(one, seen):
                return True
            if any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in _own_nodes(one)):
                return False
        return False

    def _some(self, statement: ast.stmt) -> bool:
        return any(one in self._made for one in ast.walk(statement))

    def _block(self, block: list[ast.stmt], seen: frozenset[ast.AST]) -> bool:
        return any(self.makes(one, seen) for one in block)

    def _one_way(self, block: list[ast.stmt], seen: frozenset[ast.AST]) -> bool:
        """Whether a branch does it, or does not go on."""
        return self._block(block, seen) or ends(block)


def _spelt(owner: ast.ClassDef, method: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return owner.name if method.name == "__init__" else f".{method.name}"


def ends(block: list[ast.stmt]) -> bool:
    """Whether what stands behind the block is never reached through it."""
    match block[-1] if block else None:
        case ast.Raise() | ast.Return() | ast.Continue() | ast.Break():
            return True
        case ast.Expr(value=ast.Call() as call):
            return last_name(call) in _ENDS
        case ast.If(body=body, orelse=orelse):
            return ends(body) and ends(orelse)
        case _:
            return False


def _is_in(node: ast.AST, value: object) -> bool:
    return value is node or (isinstance(value, list) and node in value)


def _may_swallow(statement: ast.With | ast.AsyncWith) -> bool:
    return any(last_name(item.context_expr) in {"suppress", "raises"} for item in statement.items)


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement and what is inside of it, but for the functions that it defines."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending += ast.iter_child_nodes(node)


def _called_names(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of the module loads while it is run, not counting what it only defines."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    yield from _loaded_names(statement)


def _calls_own_method(statement: ast.stmt) -> bool:
    calls = (one.func for one in ast.walk(statement) if isinstance(one, ast.Call))
    own = (one.value for one in calls if isinstance(one, ast.Attribute))
    return any(isinstance(one, ast.Name) and one.id == "self" for one in own)


def _loaded_names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def _outermost_name(anatomy: Anatomy, node: ast.AST) -> str | None:
    found = None
    around: ast.AST | None = node
    while around is not None:
        found = getattr(around, "name", found)
        around = anatomy.parents.get(around)
    return found
