"""One file on its way from a global configuration and model objects to clients: the verdict on each of its rows.

The two kinds that speak for such a file, `configure_to_client` and `model_calls`, depend on one another: which client a
call asks follows from where the configuration is made, and where the client is kept from who asks it.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.rules.answers.flow import Followed, Problem
from bot.rules.answers.shapes import Answer
from bot.rules.clients.configuring import configured_places, is_key_certain, written_client
from bot.rules.clients.homes import Homes, Needed
from bot.rules.clients.imports import LibraryImports
from bot.rules.clients.later import PREFIX, Later
from bot.rules.clients.lazy import instead_of_condition, lazy_client
from bot.rules.clients.own import own_client
from bot.rules.clients.tables import CLIENT_KIND, ClientTables
from bot.rules.clients.wanted import client_names, told_of_name
from bot.rules.engine.kinds import parameters_of
from bot.rules.engine.once import once_in_a_row
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.errors.status_handlers import StatusHandlers
from bot.rules.model_objects.annotations import Annotations
from bot.rules.model_objects.asking import Asking, asking, needed
from bot.rules.model_objects.chats import Chats
from bot.rules.model_objects.constructions import Construction, Constructions
from bot.rules.model_objects.functions import FunctionCalls
from bot.rules.model_objects.known_answers import KnownAnswers
from bot.rules.model_objects.object_class import ObjectClass
from bot.rules.model_objects.passed_methods import PassedMethods
from bot.rules.model_objects.places import MODEL, ModelFlow
from bot.rules.model_objects.requests import Requests
from bot.rules.model_objects.streams import Streams
from bot.rules.model_objects.tables import ModelTables
from bot.rules.model_objects.taken_models import TakenModel, TakenPlace, taken_models, taken_places
from bot.rules.model_objects.values import Values
from bot.rules.model_objects.writing import Moved, Writing, verdict_of
from bot.rules.reads.helpers import helpers_of
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Assigned
from bot.scan.values import LibraryName, RepositoryModule, RepositoryName
from bot.vocabulary import Bail, FindingKind

MODEL_KIND = "model_calls"


class MovedFile:
    """Verdicts by the index of the sighting: `clients` and `calls` are what the two kinds answer."""

    def __init__(self, view: FileView, sightings: Sequence[Sighting], pack: Pack, *, as_objects: bool = False) -> None:
        self._view = view
        self._as_objects = as_objects
        self._sightings = list(enumerate(sightings))
        self._clients: ClientTables = _parameters(pack, CLIENT_KIND)
        self._models: ModelTables = _parameters(pack, MODEL_KIND)
        self._configured = configured_places(view, sightings, self._clients)
        self._constructions = Constructions.of(view, sightings, self._models.model, as_objects=as_objects)
        pieces = self._models.pieces
        self._flow = ModelFlow(view, {pieces.gather, pieces.text}, self._models.chat.reads)
        self._streams = Streams(self._flow, pieces)
        self._answers = KnownAnswers(self._flow)
        self._chats = Chats(view, self._flow, self._models.chat, self._sightings)
        self._functions = FunctionCalls(view, self._models)
        self._follow()
        self._passed = PassedMethods(view, self._flow, self._models, self._sightings)
        imports = LibraryImports(view, pack, self._clients.types)
        needed_ones, names = list(self._needed()), client_names(view, pack, self._clients)
        if needed_ones and not self._configured:
            imports.taken = imports.taken_client(names)
        provided = imports.taken.expression if imports.taken is not None else None
        own = None
        if needed_ones and not self._configured and provided is None:
            own = own_client(view, imports, needed_ones, names, self._clients)
        if own is not None:
            imports.own, provided = (own.statement, own.made), own.expression
        homes = Homes(view, self._configured, needed_ones, names, provided)
        self._lazy = lazy_client(view, self._configured, self._clients, homes)
        self._later: Later | None = None
        if self._lazy is not None:
            later_names = tuple(f"{PREFIX}{name}" for name in names)
            later = Homes(view, self._configured, needed_ones, later_names, lazy=self._lazy.statement)
            possible = later.is_made_once and not later.is_declared(self._configured[0])
            self._later = imports.later() if possible else None
            homes = later if self._later is not None else homes
        values = Values(view, self._flow.names, pack, imports)
        objects = self._object_class(imports) if as_objects else None
        taken = {one.kind: one for one in self._taken if one.kind}
        self._take_configurations(taken, imports)
        self._writing = Writing(
            view, self._models, self._constructions, self._flow, homes, imports, values, objects, taken
        )
        self._requests = Requests(self._writing, self._streams)
        self._annotations = Annotations(view, self._writing, self._chats.annotated)
        errors = self._models.errors
        self._errors = StatusHandlers(view, errors, pack.new.modules[0]) if errors is not None else None
        self._helped: set[int] = set()
        self._calls = self._judged()
        if self._errors is not None and self._calls:
            _ = self._errors.outcome  # wants its function before anybody else has the edit that puts all of them in

    def _follow(self) -> None:
        """Models first, then what is asked of them, then what is sent in chats: each leads to the next."""
        self._made: dict[ast.AST, Followed] = {
            one.call: self._flow.follow(one.call, Answer(f"{MODEL}{one.kind}")) for one in self._constructions.every
        }
        self._taken = list(taken_models(self._view, self._flow))
        self._places: dict[ast.AST, TakenPlace] = {one.node: one for one in taken_places(self._view, self._flow)}
        self._asking = list(asking(self._view, self._flow, self._sightings, frozenset(self._models.methods)))
        starts = frozenset({self._models.chat.starts})
        self._starts = list(asking(self._view, self._flow, self._sightings, starts))
        for one in self._starts:
            self._chats.follow(one)
        later = {one.call: self._models.methods[one.symbol].later for one in self._asking}
        later |= {one.call: one.method.attr == self._models.chat.send_later for one in self._chats.sends}
        for one in (*self._asking, *self._chats.sends):
            if not self._streams.follow(one.call, later=later[one.call]) and one.kind is not None:
                self._answers.follow(one.call, later=later[one.call])
        self._flow.settle()

    def _take_configurations(self, taken: Mapping[str, TakenModel], imports: LibraryImports) -> None:
        """Have the configurations imported of those models that are asked here, where nothing else is called so."""
        asked = {one.kind for one in (*self._asking, *self._starts)}
        anatomy = self._view.anatomy
        for kind, one in taken.items():
            free = one.config not in anatomy.names and all(one.config not in each.bindings for each in anatomy.scopes())
            if kind in asked and free:
                imports.further_names.setdefault(one.binding.statement, []).append(one.config_import)

    def _object_class(self, imports: LibraryImports) -> ObjectClass:
        configured = any(one.config for one in self._constructions.every if not one.inline)
        return ObjectClass(self._view, self._models, imports, configured, later=bool(self._chats.are_later))

    def _needed(self) -> Iterator[Needed]:
        """The places that ask a client: objects do that for themselves, and want one where they are made."""
        made = {one.call: one for one in self._constructions.every}
        chats = []
        for one in (*self._asking, *self._starts):
            if self._as_objects and not (isinstance(one.receiver, ast.Call) and one.receiver in made):
                continue
            asked = needed(self._view, one, self._constructions)
            if one in self._starts:
                chats.append(self._chats.held(one, asked))
            else:
                yield asked
        yield from chats
        yield from self._chats.held_anew(chats)
        if self._as_objects:
            yield from (Needed(one.call, keeps=True) for one in made.values() if not one.inline)
        yield from self._passed.needed(as_objects=self._as_objects)
        yield from self._functions.needed(self._sightings)

    def gathered(self, node: ast.AST) -> Migrate | None:
        """The verdict on a read of a stream as a whole; None for any other place, and for streams that stay."""
        if not isinstance(node, ast.Attribute) or node not in self._streams.gathered:
            return None
        found = self._streams.gathered[node]
        return Migrate(found.edits[node], within_file=found.within_file)

    @property
    def has_models_of_its_own(self) -> bool:
        """Whether the file makes all the models that it asks: what others make is no object of its class."""
        return bool(self._constructions.every) and not self._taken and not self._places

    def knows(self, one: Sighting) -> bool:
        """Whether a member that was searched by its name is read of an answer."""
        return one.row.bail is Bail.RECEIVER_UNRESOLVED and self._answers.is_read(one.node)

    def may_be_sent(self, read: ast.Attribute) -> bool:
        """Whether the answer that is read may be that to a message of a chat."""
        sends = {one.call for one in self._chats.sends}
        value = read.value
        if not sends or isinstance(value, ast.Await | ast.Call):
            return getattr(value, "value", value) in sends
        scope = self._flow.names.home(value) if isinstance(value, ast.Name) else None
        bound = scope.bindings[value.id] if scope is not None and isinstance(value, ast.Name) else []
        given = [one.value if isinstance(one, Assigned) and not one.steps else None for one in bound]
        calls = [one.value if isinstance(one, ast.Await) else one for one in given]
        return not calls or any(one in sends or not isinstance(one, ast.Call) for one in calls)

    @property
    def words(self) -> list[Bail]:
        """Why places of the file are withheld, a word for each."""
        verdicts = (verdict for _, verdict in (*self.clients(), *self.calls()))
        return [one.bail for one in verdicts if isinstance(one, Withhold)]

    # ---- imports and clients

    def clients(self) -> Iterator[tuple[int, Verdict]]:
        """The imports of the library, and its configuration."""
        for index, one in self._sightings:
            if one.row.kind is FindingKind.IMPORT and isinstance(one.node, ast.alias):
                verdict = self._writing.imports.verdict(one.node, one.scope, self._clients.came_along)
                if verdict is not None:
                    yield index, self._with_note(verdict, one.node)
            elif one.row.symbol in self._clients.configure:
                yield index, self._client(one)

    def _with_note(self, verdict: Verdict, alias: ast.alias) -> Verdict:
        """The verdict on an import with what has to be said of a client that stands beside it."""
        own = self._writing.imports.own
        beside = own is not None and own[0] is self._view.anatomy.statement_of[alias]
        return altered(verdict, note=self._clients.own_note) if beside and isinstance(verdict, Migrate) else verdict

    def _client(self, sighting: Sighting) -> Verdict:
        one = next((each for each in self._configured if each.call is sighting.node), None)
        homes = self._writing.homes
        if one is None:
            return Withhold(Bail.USE_NOT_REWRITABLE, relied_on=True)
        if homes.is_again(one):
            return Withhold(Bail.CONFIGURED_AGAIN, relied_on=True)
        module = self._writing.imports.spelt(one.scope)
        lazy = self._lazy if self._later is not None else None
        place = lazy.statement if lazy is not None else None
        written = written_client(self._view, one, homes, self._clients, module, self._later, place)
        if lazy is not None and lazy.condition is not None and not isinstance(written, Problem):
            written = instead_of_condition(self._view, lazy, written[0].new)
        if isinstance(written, Problem):
            verdict = verdict_of(written)
            return altered(verdict, relied_on=True)
        notes = [told_of_name(self._view, homes.name)]
        at_once = lazy is None and not is_key_certain(one.call, self._clients)
        notes += [self._clients.note if at_once else None]
        note = " ".join(filter(None, notes)) or None
        return Migrate(tuple(written), note, within_file=homes.within_file, relied_on=True, offers=homes.offered(one))

    # ---- models, their calls, and what these give

    def calls(self) -> Iterator[tuple[int, Verdict]]:
        """Models, what is asked of them, functions of the module, and members that are the same on both sides."""
        sightings, definitions = dict(self._sightings), helpers_of(self._view).definitions
        for index, verdict in self._calls.items():
            whole = (
                verdict.with_replacements(definitions)
                if isinstance(verdict, Migrate) and index in self._helped
                else verdict
            )
            yield index, self._with_handlers(sightings[index], whole)

    def _with_handlers(self, sighting: Sighting, verdict: Verdict) -> Verdict:
        """The verdict on a call together with the handlers of what it raises."""
        symbol = self._view.surface.canonical(sighting.row.symbol or "")
        sends = {f"{self._models.chat.cls}.{one}" for one in (self._models.chat.send, self._models.chat.send_later)}
        if not isinstance(verdict, Migrate) or symbol not in {*self._models.methods, *self._models.functions, *sends}:
            return verdict
        found = self._errors.outcome if self._errors is not None else ()
        if isinstance(found, Problem):
            return verdict_of(found)
        helped = self._errors is not None and self._errors.is_helped
        return verdict.with_replacements((*found, *(helpers_of(self._view).definitions if helped else ())))

    def _judged(self) -> dict[int, Verdict]:
        judged: dict[int, Verdict] = {}
        taken: set[ast.AST] = set()
        found = list(self._written())
        lines = self._writing.imports.taken_lines() if self._places else ()
        for index, written in found:
            if lines and isinstance(written, Moved) and written.edits:
                written.edits += [one for one in lines if one not in written.edits]
            verdict = verdict_of(written)
            judged[index] = self._with_names(verdict, index) if isinstance(verdict, Migrate) else verdict
            if isinstance(written, Moved):
                taken |= written.taken
                self._helped |= {index} if written.helped else set()
        for index, one in self._sightings:
            function = getattr(one.node, "func", None)
            if index not in judged and (one.node in taken or function in taken):
                judged[index] = Migrate()
            elif index not in judged and (one.row.bail is None or self.knows(one)) and self._is_member(one):
                judged[index] = Migrate((), self._view.surface.warning(one.row.symbol or ""))
        return judged

    def _with_names(self, verdict: Migrate, index: int) -> Migrate:
        """The verdict on a construction with the names under which other modules find the model's name."""
        made = next((one for one in self._constructions.every if one.call is self._sightings[index][1].node), None)
        if made is None or self._as_objects or not any(self._writing.homes.offered(one) for one in self._configured):
            return verdict
        paths = (*self._module_names(made), *self._path_of(made))
        functions = {path.removesuffix("()") for path in paths if path.endswith("()")}
        return altered(verdict, models=paths, within_file=verdict.within_file - functions)

    def _module_names(self, made: Construction) -> tuple[str, ...]:
        """The name of the module that keeps the model, and that of its configuration."""
        kept, root = made.kept, self._view.anatomy.root
        if kept is None or kept.owner is not root:
            return ()
        bindings = (one for one in root.bindings[kept.name] if isinstance(one, Assigned))
        calls = {one.call for one in self._constructions.every if one.kept == kept}
        statements = {self._view.anatomy.parents[call] for call in calls}
        if made.beside and statements.isdisjoint(self._view.anatomy.tree.body):
            return ()  # there may be no configuration beside it when another module takes it
        if any(one.value not in calls and not isinstance(one.value, ast.Constant) for one in bindings):
            return ()
        return (kept.name, *([kept.config] if made.beside else []))

    def _path_of(self, made: Construction) -> tuple[str, ...]:
        """The attribute of a class, or the function, of the module's own block that gives nothing but such models."""
        anatomy = self._view.anatomy
        statement = anatomy.parents[made.call]
        holder = anatomy.parents.get(statement)
        if made.config or made.inline or holder not in anatomy.tree.body:
            return ()
        match statement, holder:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.ClassDef(name=cls) if (
                len(anatomy.classes[holder].bindings[name]) == 1
            ):
                return (f"{cls}.{name}",)
            case ast.Return(), ast.FunctionDef(name=name, decorator_list=[]):
                calls = {one.call for one in self._constructions.every if not one.config}
                every = all(one in calls for one in anatomy.functions[holder].returns)
                return (f"{name}()",) if every and len(anatomy.root.bindings[name]) == 1 else ()
            case _:
                return ()

    def _taken_model(self, taken: TakenModel) -> Moved | Problem:
        if taken.followed.problems:
            return _as_model(taken.followed.problems[0])
        return Moved(self._writing.imports.taken_lines())

    def _is_member(self, one: Sighting) -> bool:
        owner = (one.row.symbol or "").rpartition(".")[0]
        return one.row.kind in _MEMBERS and self._view.surface.has_class(owner)

    def _written(self) -> Iterator[tuple[int, Moved | Problem]]:
        yield from self._asked()
        yield from self._others()

    def _asked(self) -> Iterator[tuple[int, Moved | Problem]]:
        """What is asked of models and of chats."""
        for one in (*self._asking, *self._starts):
            if one.kind is not None:
                starts = one.symbol == self._models.chat.starts
                yield one.index, self._start(one) if starts else self._requests.written(one)
            elif not one.searched:
                yield one.index, Problem(Bail.MODEL_NOT_TRACED, one.call)
        for passed in self._passed.every:
            yield passed.index, self._passed.written(passed, self._writing, self._requests)
        self._chats.name_last()
        for one in self._chats.sends:
            yield one.index, self._chats.send(one, self._writing, self._requests, self._streams)

    def _others(self) -> Iterator[tuple[int, Moved | Problem]]:
        """Where models are made or taken from, functions of the module, and what is read of chats."""
        by_alias = {taken.alias: taken for taken in self._taken}
        for index, sighting in self._sightings:
            if isinstance(sighting.node, ast.alias) and sighting.node in by_alias:
                yield index, self._taken_model(by_alias[sighting.node])
            symbol = self._view.surface.canonical(sighting.row.symbol or "")
            owner, _, member = symbol.rpartition(".")
            if symbol in {self._models.model.cls, self._models.chat.cls}:
                named = self._annotations.written(sighting, symbol) or self._whole_object(sighting)
                yield from [(index, named)] if named is not None else []
            if sighting.node in self._made:
                yield index, self._construction(sighting.node)
            elif symbol in self._models.functions:
                yield index, self._functions.written(sighting, symbol, self._writing)
            elif isinstance(sighting.node, ast.Attribute) and owner == self._models.chat.cls:
                yield from ((index, written) for written in self._chats.read(sighting.node, member, self._writing))

    def _whole_object(self, sighting: Sighting) -> Moved | Problem | None:
        """The word for an object of another module that is used as a whole here; none for a model that was followed."""
        node = sighting.node
        if node in self._places:
            return _taken_place(self._places[node])
        if not isinstance(node, ast.expr) or sighting.row.kind is not FindingKind.ATTRIBUTE:
            return None
        is_class = any(isinstance(one, LibraryName) for one in self._view.resolver.values(node, sighting.scope))
        return None if is_class else Problem(Bail.MODEL_LEAVES, node)

    def _start(self, one: Asking) -> Moved | Problem:
        return self._chats.start(one, self._writing, self._requests)

    def _construction(self, call: ast.AST) -> Moved | Problem:
        made = next(one for one in self._constructions.every if one.call is call)
        problems = [*([made.problem] if made.problem is not None else []), *self._made[call].problems]
        if problems:
            return _as_model(problems[0])
        if self._is_put_elsewhere(made.call):
            return Problem(Bail.MODEL_LEAVES, made.call, "it is put where another module asks it")
        written = self._writing.construction(made)
        if isinstance(written, Moved):
            written.within_file |= self._made[call].within_file
        return written

    def _is_put_elsewhere(self, call: ast.Call) -> bool:
        """Whether the model is assigned to something of another module, which asks it as one of its own."""
        resolver = self._view.resolver
        match self._view.anatomy.parents[call]:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name) as target]):
                scope = self._view.anatomy.scope_of[target]
            case _:
                return False
        owners = resolver.values(owner, scope)
        if any(isinstance(one, RepositoryModule | RepositoryName) for one in owners):
            return True
        cls = resolver.class_of_self(owner, scope)
        above = [resolver.values(base, self._view.anatomy.root) for base in cls.bases] if cls is not None else []
        named = (one for each in above for one in each if isinstance(one, RepositoryName))
        return any(resolver.member(made, name) for one in named for made in resolver.called(one) or (one,))


def _taken_place(place: TakenPlace) -> Moved | Problem:
    return _as_model(place.followed.problems[0]) if place.followed.problems else Moved()


def _as_model(problem: Problem) -> Problem:
    """The word for a model where the flow has one for answers."""
    return Problem(_OF_MODELS.get(problem.bail, problem.bail), problem.node, problem.detail)


_OF_MODELS = {
    Bail.ANSWER_LEAVES: Bail.MODEL_LEAVES,
    Bail.ANSWER_SHOWN: Bail.MODEL_LEAVES,
    Bail.ANSWER_MIXED: Bail.MODEL_MIXED,
}


_MEMBERS = frozenset({FindingKind.ATTRIBUTE, FindingKind.METHOD_CALL})


def _parameters(pack: Pack, kind: str) -> Any:
    return parameters_of(next(change for change in pack.changes if change.kind == kind)).tables


@once_in_a_row
def moved_file(view: FileView, sightings: Sequence[Sighting], pack: Pack) -> MovedFile:
    """What becomes of a file; both kinds ask about the same one, one after the other. Where the names of models do not
    do in their places, it gets objects of a class of its own, if these do in more of them.
    """
    named = MovedFile(view, sightings, pack)
    if _OBJECTS_MAY.isdisjoint(named.words) or not named.has_models_of_its_own:
        return named
    objects = MovedFile(view, sightings, pack, as_objects=True)
    return objects if len(objects.words) < len(named.words) else named


_OBJECTS_MAY = frozenset(
    {
        *(Bail.MODEL_CONFIGURED, Bail.MODEL_MIXED, Bail.CLIENT_NOT_CERTAIN, Bail.CLIENT_NOT_HELD),
        Bail.METHOD_PASSED_ON,
    }
)
"""Why a place is withheld that objects may do for which hold their client and their configuration."""
