"""Functions of the old library's module, as methods of a client."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.clients.homes import Needed
from bot.rules.model_objects.call_edits import CallEdits
from bot.rules.model_objects.mapped_answers import MappedAnswers
from bot.rules.model_objects.tables import Function, ModelTables
from bot.rules.model_objects.writing import Moved, Writing
from bot.rules.written_values.definitions import Definitions, is_text, scope_at
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported, ScopeKind
from bot.scan.values import LibraryObject
from bot.vocabulary import Bail

_CONFIG = "config"


class FunctionCalls:
    """Answers for one file."""

    def __init__(self, view: FileView, tables: ModelTables) -> None:
        self._view = view
        self._tables = tables

    def needed(self, sightings: Sequence[tuple[int, Sighting]]) -> Iterator[Needed]:
        """Each call needs a client."""
        for _, one in sightings:
            symbol = self._view.surface.canonical(one.row.symbol or "")
            if symbol in self._tables.functions and isinstance(one.node, ast.Call):
                yield Needed(one.node)

    def written(self, sighting: Sighting, symbol: str, writing: Writing) -> Moved | Problem:
        """How one is written."""
        if not isinstance(sighting.node, ast.Call):
            return Problem(Bail.USE_NOT_REWRITABLE, sighting.node)
        return self._called(sighting.node, self._tables.functions[symbol], writing)

    def _called(self, call: ast.Call, function: Function, writing: Writing) -> Moved | Problem:
        client = writing.homes.expression(call)
        if isinstance(client, Problem):
            return client
        edits = CallEdits(self._view, call)
        edits.function(f"{client}.{function.to}")
        for argument, name in zip(call.args, function.positional, strict=False):
            if name not in function.named or isinstance(argument, ast.Starred):
                edits.problem(argument, f"{name} is passed by position")
            else:
                edits.named(argument, function.named[name])
                self._part(argument, name, function, edits)
        if len(call.args) > len(function.positional):
            edits.problem(call, "an argument is passed by position")
        moved = Moved()
        self._configured(call, function, edits, moved)
        if function.answer is None:
            return edits.finished(moved)
        answers = MappedAnswers(self._view, Definitions(self._view, writing.flow.names))
        read = answers.moved(call, _argument(call, function, function.answer.by), function.answer)
        return edits.finished(read) if isinstance(read, Moved) else read

    def _configured(self, call: ast.Call, function: Function, edits: CallEdits, moved: Moved) -> None:
        """The keywords, of which some become the configuration."""
        config: list[ast.keyword] = []
        for keyword in call.keywords:
            self._keyword(keyword, function, edits, config)
        entries = {str(one.arg): self._entry(one, function, edits) for one in config}
        if function.file_name is not None and function.file_name[1] not in entries:
            self._file_name(call, function.file_name, entries, edits, moved)
        listed = ", ".join(f'"{name}": {value}' for name, value in entries.items())
        text = f"{{{listed}}}"
        if config:
            edits.replaced(config[0], f"{_CONFIG}={text}")
        elif entries:
            edits.added(_CONFIG, text)
        for one in config[1:]:
            edits.without(one)

    def _entry(self, keyword: ast.keyword, function: Function, edits: CallEdits) -> str:
        """An entry of the configuration as it is spelt now."""
        value, words = keyword.value, function.words.get(keyword.arg or "")
        text = self._view.source.text[self._view.start(value) : self._view.end(value)]
        if words is None:
            return text
        spelt = value.value if isinstance(value, ast.Constant) else None
        word = words.get(spelt.lower()) if isinstance(spelt, str) else None
        if word is None:
            edits.problem(keyword, f"what {keyword.arg} is called now is not known")
            return text
        return f'"{word}"'

    def _keyword(self, keyword: ast.keyword, function: Function, edits: CallEdits, config: list[ast.keyword]) -> None:
        value = keyword.value
        if keyword.arg in function.named:
            edits.renamed(keyword, function.named[keyword.arg])
            self._part(value, keyword.arg, function, edits)
        elif keyword.arg in function.config:
            text = self._view.source.text[self._view.start(value) : self._view.end(value)]
            if "\n" in text or "#" in text:
                edits.problem(keyword, f"{keyword.arg} is written over several lines")
            config.append(keyword)
        elif isinstance(value, ast.Constant) and str(value.value) in function.ignored.get(keyword.arg or "", ()):
            edits.without(keyword)
        else:
            edits.problem(keyword, f"the argument {keyword.arg or '**'}", Bail.ARGUMENT_CHANGED)

    def _part(self, argument: ast.expr, name: str, function: Function, edits: CallEdits) -> None:
        """An attribute of an object is passed where the old call took the object itself."""
        if name not in function.part or isinstance(argument, ast.Constant | ast.JoinedStr):
            return
        values = self._view.resolver.values(argument, scope_at(self._view.anatomy, argument))
        if isinstance(argument, ast.Attribute) and argument.attr == function.part[name]:
            return
        if isinstance(argument, ast.Name) and any(isinstance(one, LibraryObject) for one in values):
            edits.behind(argument, f".{function.part[name]}")
        else:
            edits.problem(argument, f"{name} may be an object or what that has as {function.part[name]}")

    def _file_name(
        self, call: ast.Call, names: tuple[str, str], entries: dict[str, str], edits: CallEdits, moved: Moved
    ) -> None:
        """A file that is given by its path is called like the last part of it, where the call says nothing else."""
        path = call.args[0] if call.args else next((one.value for one in call.keywords if one.arg == names[0]), None)
        if path is None:
            return
        if isinstance(path, ast.Constant) and isinstance(path.value, str):
            entries[names[1]] = f'"{PurePosixPath(path.value).name}"'
            return
        text = self._view.source.text[self._view.start(path) : self._view.end(path)]
        imported = self._view.anatomy.root.bindings.get("os", [])
        plain = isinstance(path, ast.Name | ast.Attribute) and "\n" not in text
        named = plain and [type(one) for one in imported] == [ModuleImported]
        within = self._passed_paths(path) if named and entries else set[str]()
        if not named or within is None:
            edits.problem(call, f"what {names[1]} was is not known: it may be a path or an open file")
        else:
            entries[names[1]] = f"os.path.basename({text})"
            moved.within_file |= within

    def _passed_paths(self, node: ast.expr) -> set[str] | None:
        """The names that other files must not use, where an expression is certainly the path of a file, no open one;
        None where it may be.
        """
        names = Names(self._view.anatomy)
        leaves = Definitions(self._view, names).leaves(node, scope_at(self._view.anatomy, node), through_calls=True)
        if not leaves or not all(_gives_path(leaf.node) for leaf in leaves):
            return None
        through = {one for leaf in leaves for one in leaf.path if isinstance(one, ast.Name)}
        return {one.id for one in through if (home := names.home(one)) is not None and home.kind is ScopeKind.MODULE}


def _gives_path(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="path"), attr="join" | "abspath")):
            return True
        case ast.Call(func=ast.Name(id="Path") | ast.Attribute(value=ast.Name(id="pathlib"), attr="Path")):
            return True
        case ast.Attribute(attr="name"):
            return True
        case _:
            return is_text(node)


def _argument(call: ast.Call, function: Function, name: str) -> ast.expr | None:
    """What the call passes for the old parameter of that name."""
    by_position = dict(zip(function.positional, call.args, strict=False))
    return by_position.get(name) or next((one.value for one in call.keywords if one.arg == name), None)
