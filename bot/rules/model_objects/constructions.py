"""The places that make a model: what its name becomes, and where its configuration is kept beside it."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from bot.models.struct import Frozen, Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.clients.homes import Home
from bot.rules.model_objects.tables import ModelClass
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope, ScopeKind
from bot.vocabulary import Bail, FindingKind

CONFIG_SUFFIX = "_config"


class Kept(Frozen):
    """The name, or attribute, that a model is assigned to: `owner` is the scope that a name belongs to."""

    name: str
    owner: Scope | None

    @property
    def config(self) -> str:
        """What the configuration is called that is kept beside."""
        return f"{self.name}{CONFIG_SUFFIX}"


class Construction(Mutable):
    """One call that makes a model. `name` is the argument that names it; `config` the others, by their names.

    `kind` tells models of another kind apart where they meet; `beside` tells that the configuration is kept beside the
    name, and `inline` that the model is asked where it is made.
    """

    call: ast.Call
    scope: Scope
    name: ast.expr | None
    config: tuple[ast.keyword, ...]
    kept: Kept | None
    inline: bool
    problem: Problem | None
    kind: str = ""
    beside: bool = False

    @property
    def statement(self) -> ast.AST:
        """The call itself, or what is known of it."""
        return self.call


class Constructions(Mutable):
    """All constructions of a file, and the kinds of models that they make."""

    every: list[Construction] = anew(list)

    @classmethod
    def of(
        cls, view: FileView, sightings: Iterable[Sighting], table: ModelClass, *, as_objects: bool
    ) -> "Constructions":
        """The constructions among the sightings. All objects are of one kind."""
        found = [
            _construction(view, one.node, one.scope, table)
            for one in sightings
            if isinstance(one.node, ast.Call)
            and one.row.kind is FindingKind.CALL
            and view.surface.canonical(one.row.symbol or "") == table.cls
        ]
        groups: dict[Kept, list[Construction]] = defaultdict(list)
        for number, one in enumerate(found):
            if as_objects and not one.inline:
                continue
            if one.kept is not None:
                groups[one.kept].append(one)
            elif one.config:
                one.kind = f"alone-{number}"
        for number, group in enumerate(groups.values()):
            if any(one.config for one in group):
                for one in group:
                    one.kind, one.beside = f"kept-{number}", True
        return cls(found)

    def by_kind(self) -> Mapping[str, list[Construction]]:
        """The constructions of each kind."""
        kinds: dict[str, list[Construction]] = defaultdict(list)
        for one in self.every:
            kinds[one.kind].append(one)
        return kinds


def _construction(view: FileView, call: ast.Call, scope: Scope, table: ModelClass) -> Construction:
    problem = None
    given: dict[str, ast.expr] = dict(zip(table.parameters, call.args, strict=False))
    unknown = [one for one in call.keywords if one.arg not in table.parameters]
    given |= {str(one.arg): one.value for one in call.keywords if one.arg in table.parameters}
    if unknown or any(isinstance(one, ast.Starred) for one in call.args) or len(call.args) > len(table.parameters):
        problem = Problem(Bail.ARGUMENTS_NOT_KNOWN, call)
    name = given.pop(table.parameters[0], None)
    config = tuple(ast.keyword(arg=key, value=value) for key, value in given.items() if not _is_nothing(value))
    parent = view.anatomy.parents[call]
    inline = isinstance(parent, ast.Attribute) and parent.value is call
    return Construction(call, scope, name, config, _kept(view, call, scope), inline, problem)


def _is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _kept(view: FileView, call: ast.Call, scope: Scope) -> Kept | None:
    for target in _targets(view.anatomy.parents[call], call):
        match target:
            case ast.Name(id=name):
                home = scope.home(name)
                return Kept(name, home) if home is None or home.kind is not ScopeKind.CLASS else None
            case ast.Attribute(attr=name):
                return Kept(name, None)
    return None


def _targets(statement: ast.AST, call: ast.Call) -> Iterator[ast.expr]:
    """What a statement that assigns the call alone assigns it to."""
    match statement:
        case ast.Assign(targets=[target], value=value) if value is call:
            yield target
        case ast.AnnAssign(target=target, value=value) if value is call:
            yield target


def home_of(kept: Kept | None) -> Home | None:
    """The home of a client that lives as long as what keeps the model."""
    if kept is None:
        return None
    if kept.owner is None:
        return Home.ATTRIBUTE
    return Home.GLOBAL if kept.owner.kind is ScopeKind.MODULE else Home.LOCAL
