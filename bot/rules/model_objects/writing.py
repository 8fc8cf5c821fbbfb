"""What is written in a file for the parts of it that move: names of models, their configurations, clients."""

import ast
from collections.abc import Mapping, Sequence

from bot.models.struct import Frozen, Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.clients.homes import Homes
from bot.rules.clients.imports import LibraryImports
from bot.rules.clients.new_attributes import takes_new_attributes
from bot.rules.engine.call_text import edit, line_behind
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.model_objects.comments import kept_comments
from bot.rules.model_objects.constructions import Construction, Constructions, Kept
from bot.rules.model_objects.object_class import ObjectClass
from bot.rules.model_objects.places import ModelFlow
from bot.rules.model_objects.tables import ModelTables
from bot.rules.model_objects.taken_models import TakenModel
from bot.rules.model_objects.values import Values
from bot.rules.written_values.written import Written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.vocabulary import Bail


class Moved(Mutable):
    """The edits of one place, what else they rest on, and the nodes whose rows they answer for. `helped` tells that
    they call a function that the file has to get.
    """

    edits: list[Replacement] = anew(list)
    within_file: set[str] = anew(set)
    notes: list[str] = anew(list)
    taken: set[ast.AST] = anew(set)
    helped: bool = False

    def take(self, written: Written, *, in_place: bool = False) -> None:
        """A value was written: what it brings along. Of one that stays in its place each row speaks for itself."""
        self.edits += written.edits
        self.within_file |= written.within_file
        self.notes += written.notes
        if not in_place:
            self.taken |= written.taken


class Writing(Frozen):
    """Everything that the parts of one file share."""

    view: FileView
    tables: ModelTables
    constructions: Constructions
    flow: ModelFlow
    homes: Homes
    imports: LibraryImports
    values: Values
    objects: ObjectClass | None
    taken: Mapping[str, TakenModel]
    """The models with configurations that other modules make, by their kinds."""
    laid_over: set[str] = anew(set)
    """The kinds of models whose configurations some call lays its own over: each has to have one."""

    def source(self, node: ast.expr | ast.stmt) -> str:
        """An expression, or statement, as the file spells it."""
        return self.view.source.text[self.view.start(node) : self.view.end(node)]

    def one_line(self, node: ast.expr) -> str | Problem:
        """An expression that is written again in another place; a problem where it runs over several lines."""
        text = self.source(node)
        if "\n" in text or "#" in text:
            return Problem(Bail.USE_NOT_REWRITABLE, node, "the expression is written over several lines")
        return text

    # ---- where a model is made

    def name_of(self, made: Construction) -> str | Problem:
        """The model's name as an expression."""
        return f'"{self.tables.model.default}"' if made.name is None else self.one_line(made.name)

    def construction(self, made: Construction) -> Moved | Problem:
        """The edits by which the model's name stands where the model was made, and its configuration beside it."""
        moved = Moved()
        if made.inline:
            return moved
        if self.objects is not None:
            return self._object(made, self.objects)
        name = self.name_of(made)
        if isinstance(name, Problem):
            return name
        if made.config and not made.beside:
            return Problem(Bail.MODEL_CONFIGURED, made.call)
        start, end = self.view.start(made.call), self.view.end(made.call)
        comments = kept_comments(self.view, made.call, start, end)
        if comments is None:
            return Problem(Bail.USE_NOT_REWRITABLE, made.call, "a comment stands inside")
        moved.edits += [edit(self.view, start, end, name), *comments]
        if not made.beside:
            return moved
        return self._kept_beside(made, moved)

    def _object(self, made: Construction, objects: ObjectClass) -> Moved | Problem:
        """The edits by which an object of the file's own class is made, with its client and its configuration."""
        client, name = self.homes.expression(made.call), self.name_of(made)
        indent = self._line_indent(made.call)
        config = self.values.config(made.call, made.scope, made.config, (), base=None, indent=indent)
        start, end = self.view.start(made.call), self.view.end(made.call)
        comments = kept_comments(self.view, made.call, start, end)
        put_in = objects.edits()
        if comments is None or put_in is None:
            return Problem(Bail.USE_NOT_REWRITABLE, made.call, "an object of a class of its own cannot be made")
        for found in (client, name, config):
            if isinstance(found, Problem):
                return found
        written = config if isinstance(config, Written) else None
        held = written.text if written is not None else self._nothing(made)
        if isinstance(held, Problem):
            return held
        text = objects.made(str(client), str(name), held)
        moved = Moved([edit(self.view, start, end, text), *comments, *put_in])
        if written is not None:
            moved.take(written)
        return moved

    def _kept_beside(self, made: Construction, moved: Moved) -> Moved | Problem:
        statement = self.view.anatomy.parents[made.call]
        assert isinstance(statement, ast.Assign | ast.AnnAssign)
        assert made.kept is not None
        if not self._is_free(made.kept):
            return Problem(Bail.NAME_TAKEN, made.call)
        if not self._is_taken(statement):
            return Problem(Bail.USE_NOT_REWRITABLE, made.call, "the object takes no further attribute")
        found = self.values.config(
            made.call, made.scope, made.config, (), base=None, indent=self._line_indent(made.call)
        )
        if isinstance(found, Problem):
            return found
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        owner = f"{self.source(target.value)}." if isinstance(target, ast.Attribute) else ""
        text = found.text if found is not None else self._nothing(made)
        if isinstance(text, Problem):
            return text
        line = line_behind(self.view, statement, f"{owner}{made.kept.config} = {text}")
        declared = self._declared(made)
        if line is None or declared is None:
            return Problem(Bail.USE_NOT_REWRITABLE, made.call, "the statement shares its line")
        moved.edits += [line, *declared]
        if found is not None:
            moved.take(found)
        return moved

    def _nothing(self, made: Construction) -> str | Problem | None:
        """What stands for a configuration that says nothing: one all the same, where something is laid over it."""
        if made.kind not in self.laid_over:
            return None
        if not self.imports.need_types(made.scope):
            return Problem(Bail.MODULE_NOT_NAMED, made.call)
        return f"{self.imports.types_name}.{self.tables.object.config}()"

    def _is_taken(self, statement: ast.Assign | ast.AnnAssign) -> bool:
        """Whether an object that keeps the model can keep something beside it."""
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        if not isinstance(target, ast.Attribute):
            return True
        scope = self.view.anatomy.scope_of[target]
        cls = self.view.resolver.class_of_self(target.value, scope)
        return cls is None or takes_new_attributes(self.view.anatomy, cls)

    def _is_free(self, kept: Kept) -> bool:
        name, anatomy = kept.config, self.view.anatomy
        if kept.owner is None:
            return name not in anatomy.attributes
        return name not in anatomy.names and not any(name in scope.bindings for scope in anatomy.scopes())

    def _declared(self, made: Construction) -> list[Replacement] | None:
        """The name of the configuration beside that of the model, where the function declares it another scope's."""
        assert made.kept is not None
        if made.kept.owner is None or made.kept.owner is made.scope:
            return []
        function = made.scope.node
        for one in ast.walk(function):
            if isinstance(one, ast.Global | ast.Nonlocal) and made.kept.name in one.names:
                return [
                    edit(self.view, self.view.start(one), self.view.end(one), f"{self.source(one)}, {made.kept.config}")
                ]
        return None

    # ---- where a model is asked

    def model_at(self, receiver: ast.expr) -> str | Problem:
        """The name of the model that is asked, as an expression that stands in the new call."""
        made = self.made_at(receiver)
        return self.name_of(made) if made is not None else self.one_line(receiver)

    def made_at(self, receiver: ast.expr) -> Construction | None:
        """The construction that an expression is."""
        return next((one for one in self.constructions.every if one.call is receiver), None)

    def config_at(
        self, place: ast.Call, receiver: ast.expr, scope: Scope, kind: str, given: Sequence[ast.keyword]
    ) -> Written | Problem | None:
        """The configuration of a request: the model's own with what the call gives over it."""
        indent = self._line_indent(given[0].value if given else place)
        made = self.made_at(receiver)
        if made is not None:
            return self.values.config(place, scope, made.config, given, base=None, indent=indent)
        if self.objects is not None:
            return self._config_of_object(place, receiver, scope, given)
        of_kind = self.constructions.by_kind().get(kind, [])
        if kind in self.taken and not given and self._is_reached(self.taken[kind], scope):
            return self.values.config(place, scope, (), (), base=self.taken[kind].config, indent=indent)
        if kind and not of_kind:
            return Problem(Bail.MODEL_CONFIGURED, place)
        if not any(one.config for one in of_kind):
            return self.values.config(place, scope, (), given, base=None, indent=indent)
        base = self._beside(receiver, scope, of_kind)
        if base is None or not self.values.are_safe_alike([one.config for one in of_kind], given):
            return Problem(Bail.MODEL_CONFIGURED, place)
        if given:
            self.laid_over.add(kind)
        every = [keyword for one in of_kind for keyword in one.config] if given else []
        return self.values.config(place, scope, every, given, base=base, indent=indent)

    def is_plain(self, receiver: ast.expr) -> bool:
        """Whether an expression can be written twice: names and attributes alone."""
        while isinstance(receiver, ast.Attribute):
            receiver = receiver.value
        return isinstance(receiver, ast.Name)

    def _config_of_object(
        self, place: ast.Call, receiver: ast.expr, scope: Scope, given: Sequence[ast.keyword]
    ) -> Written | Problem | None:
        """What a call gives, over what the object holds; nothing where it gives nothing."""
        made = [one for one in self.constructions.every if not one.inline]
        indent = self._line_indent(given[0].value if given else place)
        held = any(one.config for one in made)
        if not given or not held:
            return self.values.config(place, scope, (), given, base=None, indent=indent)
        base = f"{self.source(receiver)}.config"
        safe = self.values.are_safe_alike([one.config for one in made], given)
        if receiver not in self.flow.held_models or not self.is_plain(receiver) or not safe:
            return Problem(Bail.MODEL_CONFIGURED, place)
        self.laid_over.add("")
        every = [keyword for one in made for keyword in one.config]
        return self.values.config(place, scope, every, given, base=base, indent=indent)

    def _beside(self, receiver: ast.expr, scope: Scope, made: Sequence[Construction]) -> str | None:
        """How the configuration is read that is kept beside what is asked."""
        kept = made[0].kept
        if kept is None or not all(one.beside for one in made):
            return None
        match receiver:
            case ast.Attribute(value=value) if kept.owner is None:
                text = self.one_line(value)
                plain = isinstance(value, ast.Name | ast.Attribute) and isinstance(text, str)
                return f"{text}.{kept.config}" if plain else None
            case _ if kept.owner is not None and _is_within(kept.owner, scope):
                same = isinstance(receiver, ast.Name) and receiver.id == kept.name
                return kept.config if same or len(kept.owner.bindings[kept.name]) == 1 else None
            case _:
                return None

    def _is_reached(self, taken: TakenModel, scope: Scope) -> bool:
        """Whether the configuration of a model of another module, which is imported beside it, is read in a scope."""
        return taken.binding.statement in self.imports.further_names and _is_within(taken.home, scope)

    def _line_indent(self, node: ast.expr) -> str:
        start = self.view.start(node)
        line = self.view.source.text[self.view.source.text.rfind("\n", 0, start) + 1 : start]
        return line[: len(line) - len(line.lstrip())]


def _is_within(owner: Scope, scope: Scope | None) -> bool:
    while scope is not None:
        if scope is owner:
            return True
        scope = scope.parent
    return False


def verdict_of(written: Moved | Problem) -> Verdict:
    """The verdict on a place for which edits, or a problem, were found."""
    if isinstance(written, Problem):
        line = getattr(written.node, "lineno", None)
        where = f"Line {line}" if line is not None else "Here"
        note = f"{where}: {written.detail}." if written.detail else f"{where}."
        return Withhold(written.bail, note, asks=written.asks)
    notes = dict.fromkeys(written.notes)
    return Migrate(tuple(written.edits), " ".join(notes) or None, within_file=frozenset(written.within_file))
