"""Where the clients of a file live, and by which expression each place that needs one reaches it.

The old library keeps one configuration for the whole process. A client takes its place where the configuration is
made: in a local of the function, in an attribute of the object whose method makes it, or in a global of the module,
which is the most faithful of them; the file has the first that serves all. Each is offered only to places that surely
run after it.
"""

import ast
from collections.abc import Sequence
from enum import Enum
from functools import cached_property

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.clients.constant_keys import are_always_alike
from bot.rules.clients.new_attributes import takes_new_attributes
from bot.rules.clients.order import Order
from bot.scan.rows import FileView
from bot.scan.scopes import Scope, ScopeKind
from bot.vocabulary import Bail


class Home(Enum):
    """What holds the client."""

    LOCAL = "local"
    ATTRIBUTE = "attribute"
    GLOBAL = "global"


class Configured(Frozen):
    """One place where the library is configured: a statement that is this call alone, or gives its answer to a name, or
    an attribute with a dot before it, that is `unread`.
    """

    call: ast.Call
    statement: ast.Expr | ast.Assign
    scope: Scope
    unread: str | None = None


class Stay(Enum):
    """How far what a call gives goes: it works only as long as somebody holds the client."""

    HERE = "here"
    OBJECT = "object"
    MODULE = "module"
    AWAY = "away"


class Needed(Frozen):
    """A place that asks a client. `after` are places, kept by a `home` that lives no longer than the client's, of which
    one was run before whenever this one is: where the object that is asked was made. `stay`: what is given there needs
    the client further on. `keeps`: what is made there holds the client itself, and asks it for ever. `silent`: nothing
    is asked of the service there yet.
    """

    place: ast.expr
    after: tuple[ast.expr, ...] = ()
    home: Home | None = None
    stay: Stay = Stay.HERE
    keeps: bool = False
    silent: bool = False


class Homes:
    """The clients of one file: `expression` for each place that needs one, `target` for each configuration. A file that
    configures nothing may have one `provided` by another module, as that expression; where several could, somebody has
    to choose. With `lazy`, a statement of the module's own block, a function is made there that gives the client.
    """

    def __init__(
        self,
        view: FileView,
        configured: Sequence[Configured],
        needed: Sequence[Needed],
        names: Sequence[str],
        provided: str | None = None,
        lazy: ast.stmt | None = None,
    ) -> None:
        self._provided = provided
        self._lazy = lazy
        reach = view.resolver.imports.reach
        self._is_open = reach.is_open or len(reach.clients) > 1
        self._anatomy = view.anatomy
        self._resolver = view.resolver
        self._configured = configured
        self._needed = {one.place: one for one in needed}
        self._names = names
        made = frozenset(lazy or one.statement for one in configured)
        self._order = Order(view.anatomy, made, through_calls=False)
        self._calls = Order(view.anatomy, made, through_calls=True)
        self._functions = frozenset(map(self._function, configured))

    def _function(self, one: Configured) -> ast.AST:
        return self._order.function_around(one.call)

    def expression(self, place: ast.expr) -> str | Problem:
        """How the client is read at a place that needs one."""
        needed = self._needed[place]
        if not self._configured and self._provided is not None:
            return self._provided
        if not self._configured:
            return Problem(Bail.CLIENT_HOME_OPEN if self._is_open else Bail.CONFIGURED_ELSEWHERE, place)
        home = self._home_at(needed)
        early = self._is_too_early(needed)
        if home is None or early:
            if (
                not early
                and needed.stay is not Stay.HERE
                and self._serves(Home.GLOBAL, Needed(place, needed.after, needed.home))
            ):
                return Problem(Bail.CLIENT_NOT_HELD, place)
            lines = ", ".join(str(one.call.lineno) for one in self._configured[:3])
            return Problem(Bail.CLIENT_NOT_CERTAIN, place, f"the configuration is made in line {lines}")
        if not self._is_asked_anew(needed, home):
            return Problem(Bail.CONFIGURED_AGAIN, place)
        if self.name is None:
            return Problem(Bail.NAME_TAKEN, place)
        if self._lazy is not None:
            return f"{self.name}()"
        return f"{self._self_of(place)}.{self.name}" if home is Home.ATTRIBUTE else self.name

    def _is_too_early(self, needed: Needed) -> bool:
        """Whether a client that is made later would be made before anything is asked: nothing missed a key there."""
        if self._lazy is None or needed.keeps:
            return self._lazy is not None
        at_import = isinstance(self._order.function_around(needed.place), ast.Module)
        return needed.silent and (at_import or isinstance(self._lazy, ast.If))

    @property
    def serves_all(self) -> bool:
        """Whether every place that needs a client has one."""
        return not any(isinstance(self.expression(place), Problem) for place in self._needed)

    def target(self, one: Configured) -> str | None:
        """What a configuration is assigned to; None where no name is free."""
        if self.name is None:
            return None
        return f"{self._self_of(one.call)}.{self.name}" if self._home_of(one) is Home.ATTRIBUTE else self.name

    def is_declared(self, one: Configured) -> bool:
        """Whether the function that makes the client has to say that the name is a global one."""
        return self._home_of(one) is Home.GLOBAL and one.scope.kind is not ScopeKind.MODULE

    @cached_property
    def name(self) -> str | None:
        """What the client is called in this file: the first name that means nothing else anywhere in it."""
        return next((name for name in self._names if self._is_free(name)), None)

    def _is_free(self, name: str) -> bool:
        bindings = sum(len(scope.bindings.get(name, ())) for scope in self._anatomy.scopes())
        if [one.unread for one in self._configured] == [name] and bindings == 1:
            return True
        bound = any(name in scope.bindings for scope in self._anatomy.scopes())
        kept = bool(self._keeping) and name in self._anatomy.attributes
        return not bound and not kept and name not in self._anatomy.names

    @cached_property
    def within_file(self) -> frozenset[str]:
        """Functions that no other file may call: it was looked at who does."""
        unread = {one.unread for one in self._configured if one.unread is not None}
        return frozenset(self._order.within_file | self._calls.within_file | unread)

    def is_again(self, one: Configured) -> bool:
        """Whether another configuration of the same block may come before or after this one."""
        same = (
            other for other in self._configured if other is not one and self._function(other) is self._function(one)
        )
        return any(self._order.follow_one_another(one.statement, other.statement) for other in same)

    def _is_asked_anew(self, needed: Needed, home: Home) -> bool:
        """Whether the call would have asked by the newest configuration: an old model keeps the one that it asked by
        first, so it has to be made after that, or in the same run of the function, where configurations may repeat.
        """
        if needed.keeps:
            return self.is_made_once or self._is_always_alike
        if home is Home.ATTRIBUTE:
            return True
        around = self._order.function_around(needed.place)
        if home is Home.GLOBAL and len(self._functions) > 1 and needed.after:
            made_here = (self._order.function_around(one) is around for one in needed.after)
            return all(made_here) and not isinstance(around, ast.Module)
        anew = all(
            self._order.inside(one, self._order.function_around(one)) or self._order.function_around(one) is around
            for one in needed.after
        )
        return anew or self.is_made_once

    def offered(self, one: Configured) -> str | None:
        """The name by which other modules can have the client, where the module makes the only one itself."""
        alone = self._configured == [one] and (self._lazy or one.statement) in self._anatomy.tree.body
        called = "()" if self._lazy is not None else ""
        return f"{self.name}{called}" if alone and self.name is not None else None

    # ---- which home

    @cached_property
    def _is_global(self) -> bool:
        """Whether the clients of the file are all the module's: one configuration serves code that is not beside it."""
        if any(one.scope.kind is ScopeKind.MODULE for one in self._configured):
            return True
        return not all(
            self._serves(Home.LOCAL, one) or self._serves(Home.ATTRIBUTE, one) for one in self._needed.values()
        )

    @cached_property
    def _keeping(self) -> frozenset[ast.ClassDef]:
        """The classes whose objects keep a client: some of their methods need what others have made."""
        if self._is_global:
            return frozenset()
        kept = (one.place for one in self._needed.values() if not self._serves(Home.LOCAL, one))
        return frozenset(owner for place in kept if (owner := self._owner(place)) is not None)

    def _home_of(self, one: Configured) -> Home:
        if self._is_global:
            return Home.GLOBAL
        return Home.ATTRIBUTE if self._owner(one.call) in self._keeping else Home.LOCAL

    def _home_at(self, needed: Needed) -> Home | None:
        """The home that serves a place; None where none does."""
        if self._is_global:
            home = Home.GLOBAL
        else:
            home = Home.ATTRIBUTE if self._owner(needed.place) in self._keeping else Home.LOCAL
        return home if self._serves(home, needed) else None

    def _serves(self, home: Home, needed: Needed) -> bool:
        if needed.stay not in self._held_for(home):
            return False
        match home:
            case Home.LOCAL:
                return self._is_local(needed.place)
            case Home.ATTRIBUTE:
                return self._is_kept_by_object(needed)
            case Home.GLOBAL:
                return self._calls.anywhere(needed.place) or self._follows(needed, home)

    def _held_for(self, home: Home) -> set[Stay]:
        """How far the client goes itself: a client that nobody holds is closed, with all that was made by it."""
        match home:
            case Home.LOCAL:
                return {Stay.HERE}
            case Home.ATTRIBUTE:
                return {Stay.HERE, Stay.OBJECT}
            case Home.GLOBAL:
                return {*Stay} if self.is_made_once else {Stay.HERE, Stay.MODULE}

    @cached_property
    def is_made_once(self) -> bool:
        """Whether the one client is made when the module is imported, or by a function that is called once."""
        match self._configured:
            case [one] if self._order.is_in_loop(one.call):
                return False
            case [one]:
                return one.scope.kind is ScopeKind.MODULE or self._calls.is_called_once(self._function(one))
            case _:
                return False

    @cached_property
    def _is_always_alike(self) -> bool:
        return are_always_alike(self._anatomy, ((one.call, one.scope) for one in self._configured))

    @property
    def lasts(self) -> bool:
        """Whether there is one client, as long as the module is there."""
        provided = not self._configured and self._provided is not None
        return provided or (self._is_global and self.is_made_once)

    def _follows(self, needed: Needed, home: Home) -> bool:
        """Whether what is asked exists only once the client does."""
        made = (self._order.inside(one, self._order.function_around(one)) for one in needed.after)
        return needed.home is home and bool(needed.after) and all(made)

    def _is_local(self, place: ast.expr) -> bool:
        function = self._order.function_around(place)
        while function not in self._functions and not isinstance(function, ast.Module):
            function = self._order.function_around(function)
        return function in self._functions and self._order.inside(place, function)

    def _is_kept_by_object(self, needed: Needed) -> bool:
        owners = {self._owner(one.call) for one in self._configured}
        owner = self._owner(needed.place)
        if owner is None or owner not in owners or self._self_of(needed.place) is None:
            return False
        function = self._order.function_around(needed.place)
        if self._order.inside(needed.place, function) or self._follows(needed, Home.ATTRIBUTE):
            return True
        makes = next((one for one in owner.body if getattr(one, "name", None) == "__init__"), None)
        return isinstance(makes, ast.FunctionDef) and makes is not function and self._order.is_made_by(makes)

    def _owner(self, place: ast.expr) -> ast.ClassDef | None:
        """The class whose method a place stands in, and whose objects can keep a client; none for any other place."""
        function = self._method(place)
        decorators = getattr(function, "decorator_list", ())
        plain = not any(getattr(one, "id", "") in {"staticmethod", "classmethod"} for one in decorators)
        owner = self._anatomy.functions[function].owner if function is not None and plain else None
        return owner if owner is not None and takes_new_attributes(self._anatomy, owner) else None

    def _method(self, place: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        node: ast.AST = self._order.function_around(place)
        while not isinstance(node, ast.Module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and self._anatomy.functions[node].owner:
                return node
            node = self._order.function_around(node)
        return None

    def _self_of(self, place: ast.expr) -> str | None:
        """What the object is called in the method that a place stands in; None where it may be something else."""
        method = self._method(place)
        if method is None or not method.args.args:
            return None
        name = method.args.args[0].arg
        return name if len(self._anatomy.functions[method].scope.bindings[name]) == 1 else None
