"""Puts functions into a file that the old library had and the new one has none of.

`from old.helpers import near` becomes the imports that these functions need, and behind the imports at the head of the
file stands what the old library held, under the same names, so that the calls stay as they are. Only what the old
helpers imported themselves is needed: where they could be imported, it is there.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Identifier, Pack, Sentence
from bot.rules.calls.blank_settings import filled
from bot.rules.calls.environment import sets_variable
from bot.rules.calls.tables import Clients
from bot.rules.engine.call_text import edit, whole_line
from bot.rules.engine.kinds import parameters_of
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.reads.helpers import helpers_of
from bot.rules.reads.tables import Code
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported
from bot.vocabulary import Bail


class Function(LightRecord):
    """One function. `arguments`: those that a call may give; `needs`: the modules that `function`, its text, names,
    each by its own name.
    """

    arguments: tuple[Identifier, ...]
    needs: tuple[DottedName, ...]
    function: Code


class Parameters(LightRecord):
    """`functions`: the full name that each had to what is put in. `note` is told where they are."""

    functions: dict[DottedName, Function]
    note: Sentence


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the statements whose names can all be kept, and every use of these names."""
    found: dict[ast.ImportFrom, list[int]] = {}
    for index, sighting in enumerate(sightings):
        if isinstance(sighting.node, ast.alias) and sighting.row.symbol in parameters.functions:
            statement = view.anatomy.statement_of[sighting.node]
            if isinstance(statement, ast.ImportFrom) and not statement.level:
                found.setdefault(statement, []).append(index)
    whole = ((one, indices) for one, indices in found.items() if len(indices) == len(one.names))
    asked = [(_Statement(view, pack, parameters, one), indices) for one, indices in whole]
    # All of them before the first verdict, which brings what goes in for all.
    taken = [(one, indices) for one, indices in asked if one.is_taken()]
    for one, indices in taken:
        yield from one.verdicts(sightings, indices)


class _Statement:
    """One statement that imports functions."""

    def __init__(self, view: FileView, pack: Pack, parameters: Parameters, statement: ast.ImportFrom) -> None:
        self._view = view
        self._pack = pack
        self._note = parameters.note
        self._statement = statement
        named = {alias.name: parameters.functions[f"{statement.module}.{alias.name}"] for alias in statement.names}
        self._functions: Mapping[str, Function] = named
        self._needs = sorted({module for one in named.values() for module in one.needs})
        self._root = view.anatomy.root
        self._spelt = {module: self._name_of(module) for module in self._needs}

    def is_taken(self) -> bool:
        """Whether the functions can stand in the file instead; they are wanted there then."""
        statement, helpers = self._statement, helpers_of(self._view)
        at_head = self._view.anatomy.parents.get(statement) is self._view.anatomy.tree and helpers.are_behind(statement)
        plain = all(alias.asname is None for alias in statement.names) and "#" not in self._text
        if not (at_head and plain and all(self._spelt.values()) and all(map(self._is_understood, self._functions))):
            return False
        for name, one in self._functions.items():
            helpers.keep(name, _with_names(one.function, self._spelt))
        return True

    def verdicts(self, sightings: Sequence[Sighting], indices: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
        """Of a statement that is taken: its names, and every use of them."""
        first, *others = indices
        settings = self._settings()
        if isinstance(settings, Bail):
            yield first, Withhold(settings)
            return
        edits = (*self._imports(), *settings, *helpers_of(self._view).definitions)
        yield first, Migrate(edits, note=self._note, within_file=frozenset(self._functions))
        used = (index for index, one in enumerate(sightings) if self._is_use(one.node))
        yield from ((index, Migrate()) for index in (*others, *used))

    @property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self._view.source.text else "\n"

    @property
    def _text(self) -> str:
        return self._view.source.text[self._view.start(self._statement) : self._view.end(self._statement)]

    def _settings(self) -> tuple[Replacement, ...] | Bail:
        """The edits of settings by which functions ask that need the library; the word for what keeps them."""
        if self._pack.new.modules[0] not in self._needs:
            return ()
        clients = _clients(self._pack)
        if sets_variable(self._view, clients.environment):
            return Bail.ENVIRONMENT_SET
        edits = filled(self._view, clients.blank)
        return Bail.SETTING_NOT_PROVABLE if edits is None else edits

    # ---- names

    def _is_understood(self, name: str) -> bool:
        """Whether the name stands for the function alone, and each use gives what the function takes."""
        anatomy = self._view.anatomy
        uses = [node for node, scope in anatomy.names.get(name, ()) if scope.home(name) is self._root]
        return len(self._root.bindings.get(name, ())) == 1 and all(map(partial(self._is_fitting, name), uses))

    def _is_fitting(self, name: str, use: ast.Name) -> bool:
        parent, takes = self._view.anatomy.parents[use], self._functions[name].arguments
        if not isinstance(parent, ast.Call):
            return False
        starred = any(isinstance(one, ast.Starred) for one in parent.args)
        if parent.func is not use:  # a table's rows are given to the function one by one
            function = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
            return function in _EACH and parent.args[:1] == [use] and not parent.keywords and not starred
        named = all(keyword.arg in takes for keyword in parent.keywords)
        return named and not starred and len(parent.args) <= len(takes)

    def _is_use(self, node: ast.AST) -> bool:
        name = node.func if isinstance(node, ast.Call) else node
        if not isinstance(name, ast.Name) or name.id not in self._functions:
            return False
        return any(
            one is name and scope.home(name.id) is self._root for one, scope in self._view.anatomy.names[name.id]
        )

    # ---- modules

    def _name_of(self, module: str) -> str | None:
        """How the file calls a module where it imports it at its head, else its own name; None where that is taken."""
        first = module.partition(".")[0]
        for name, bindings in self._root.bindings.items():
            if len(bindings) == 1 and isinstance(bindings[0], ModuleImported) and self._is_at_head(bindings[0]):
                alias = bindings[0].alias
                if bindings[0].module == module and (alias.asname or "." not in module):
                    return name
        taken = self._root.bindings.get(first, ())
        theirs = (isinstance(one, ModuleImported) and one.alias.asname is None for one in taken)
        return module if all(theirs) else None

    def _is_at_head(self, binding: ModuleImported) -> bool:
        top = self._view.anatomy.parents.get(binding.statement) is self._view.anatomy.tree
        return top and helpers_of(self._view).are_behind(binding.statement)

    def _imports(self) -> Iterator[Replacement]:
        """What the statement becomes: the imports that are missing."""
        missing = [module for module in self._needs if not self._is_imported(module, self._spelt[module])]
        whole = whole_line(self._view, self._statement) if not missing else None
        if whole is not None:
            yield whole
        else:
            *others, last = missing or self._needs[:1]
            start, end = self._view.start(self._statement), self._view.end(self._statement)
            if others:
                yield edit(self._view, start, start, "".join(f"import {one}{self._line_end}" for one in others))
            yield edit(self._view, start, end, f"import {last}")

    def _is_imported(self, module: str, name: str | None) -> bool:
        if name != module:
            return True
        bindings = self._root.bindings.get(module, ())
        return "." not in module and any(
            isinstance(one, ModuleImported) and one.module == module and self._is_at_head(one) for one in bindings
        )


_EACH = frozenset({"apply", "map", "progress_apply"})


def _clients(pack: Pack) -> Clients:
    """The pack's table of settings."""
    found = next(parameters_of(change) for change in pack.changes if change.kind == "rewrite_call")
    clients: Clients = found.clients
    return clients


def _with_names(function: str, spelt: Mapping[str, str | None]) -> str:
    """A function's text with the names that the file has for modules."""
    for module, name in spelt.items():
        function = re.sub(rf"\b{re.escape(module)}\.", f"{name}.", function)
    return function
