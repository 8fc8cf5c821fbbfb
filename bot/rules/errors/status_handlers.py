"""Handlers of errors that were classes of another package, as handlers of the new library's errors and their status.

A file moves only where every use of those classes is in a handler whose meaning can be kept: each error comes to the
handler that had it, and nothing is read of an error that it has no more.
"""

import ast
import re
from collections.abc import Iterator
from functools import cached_property

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.errors.status_tables import Status, StatusTables
from bot.rules.reads.helpers import helpers_of
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported, NameImported
from bot.scan.usage_index import last_name
from bot.vocabulary import Bail

ERROR_NAMES = ("error", "api_error", "service_error", "error_of_service")
"""What an error is called that had no name: the first that is free."""

_EVERYTHING = frozenset({"Exception", "BaseException"})
_STEP = "    "
_LOGS = re.compile(r"log(?:ger|ging)?", re.IGNORECASE)


class _Handler(Frozen):
    """One handler with the statuses that it is for; none for a handler of anything else."""

    node: ast.ExceptHandler
    statuses: tuple[Status, ...]

    @property
    def is_plain(self) -> bool:
        """Whether the new classes alone say what is caught."""
        return all(one.attribute is None for one in self.statuses)


class StatusHandlers:
    """Asked for one file. `package` is the new library's root module; `is_helped` tells that what is written calls a
    function that the file has to get.
    """

    def __init__(self, view: FileView, tables: StatusTables, package: str) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._tables = tables
        self._package = package
        self.is_helped = False

    @cached_property
    def outcome(self) -> tuple[Replacement, ...] | Problem:
        """The edits that the file's handlers need where its calls move; a problem where one cannot be kept."""
        imports = [one for one in self._anatomy.imports if self._is_of_package(one[0])]
        if self._view.resolver.imports.reach.is_caught_foreign:
            return self._problem(self._anatomy.tree, f"another file takes errors of {self._tables.package}")
        if not imports:
            return ()
        statement, scope = imports[0]
        if len(imports) > 1 or scope is not self._anatomy.root or not self._is_plain(statement):
            return self._problem(statement, "errors are imported in a way that is not followed")
        if any(self._names_another(one) for one, _ in self._anatomy.imports):
            return self._problem(statement, "another library of the file raises the same errors")
        edits = [edit(self._view, self._view.start(statement), self._view.end(statement), self._import)]
        used: set[ast.AST] = set()
        for block in ast.walk(self._anatomy.tree):
            if isinstance(block, ast.Try | ast.TryStar):
                found = self._block(block, used)
                if isinstance(found, Problem):
                    return found
                edits += found
        left = next((use for use in self._uses() if use not in used), None)
        return tuple(edits) if left is None else self._problem(left, "errors are used outside of a handler")

    def _problem(self, node: ast.AST, detail: str) -> Problem:
        return Problem(Bail.ERRORS_CAUGHT_DIFFERENTLY, node, detail)

    # ---- imports

    def _is_of_package(self, statement: ast.Import | ast.ImportFrom) -> bool:
        return any(_is_below(name, self._tables.package) for name in _imported(statement))

    def _is_plain(self, statement: ast.Import | ast.ImportFrom) -> bool:
        """Whether all that is imported are the classes, or their module under a name."""
        module = self._tables.module
        if isinstance(statement, ast.Import):
            return len(statement.names) == 1 and statement.names[0].name == module and "#" not in self._text(statement)
        names = _imported(statement)
        classes = all(
            name.rpartition(".")[0] == module and name.rpartition(".")[2] in self._tables.classes for name in names
        )
        return (classes or names == [module]) and "#" not in self._text(statement) and not statement.level

    def _names_another(self, statement: ast.Import | ast.ImportFrom) -> bool:
        return any(_is_below(name, other) for name in _imported(statement) for other in self._tables.others)

    @property
    def _import(self) -> str:
        as_name = "" if self._name == self._tables.errors else f" as {self._name}"
        return f"from {self._package} import {self._tables.errors}{as_name}"

    @cached_property
    def _name(self) -> str:
        """What the file calls the new library's errors."""
        candidates = (self._tables.errors, f"genai_{self._tables.errors}")
        return next((one for one in candidates if self._is_free(one)), candidates[-1])

    def _is_free(self, name: str) -> bool:
        return name not in self._anatomy.names and not any(name in scope.bindings for scope in self._anatomy.scopes())

    def _text(self, node: ast.stmt) -> str:
        return self._view.source.text[self._view.start(node) : self._view.end(node)]

    # ---- what a name of the package is

    def _uses(self) -> Iterator[ast.expr]:
        """Every expression that reads what was imported, as far as it leads into the package."""
        for name in {bound for bound, _ in self._bound}:
            for node, scope in self._anatomy.names.get(name, ()):
                if scope.home(name) is self._anatomy.root and isinstance(node.ctx, ast.Load):
                    yield self._whole(node)

    @cached_property
    def _bound(self) -> list[tuple[str, str]]:
        """The names that the imports bind, with the dotted name of the package that each is."""
        found = []
        for name, bindings in self._anatomy.root.bindings.items():
            for one in bindings:
                match one:
                    case NameImported(module=module, name=taken, level=0) if _is_below(
                        f"{module}.{taken}", self._tables.package
                    ):
                        found.append((name, f"{module}.{taken}"))
                    case ModuleImported(module=module, alias=alias) if _is_below(alias.name, self._tables.package):
                        found.append((name, module))
        return found

    def _whole(self, node: ast.expr) -> ast.expr:
        while isinstance(parent := self._anatomy.parents[node], ast.Attribute):
            node = parent
        return node

    def _class(self, node: ast.expr) -> str | None:
        """The class of the package that an expression names."""
        dotted = ast.unparse(node)
        first, _, rest = dotted.partition(".")
        full = [f"{module}.{rest}" if rest else module for name, module in self._bound if name == first]
        module, _, cls = (full[0] if full else "").rpartition(".")
        return cls if module == self._tables.module else None

    # ---- one block

    def _block(self, block: ast.Try | ast.TryStar, used: set[ast.AST]) -> list[Replacement] | Problem:
        handlers = []
        for node in block.handlers:
            found = self._handler(node, used)
            if isinstance(found, Problem):
                return found
            handlers.append(found)
        run = [one for one in handlers if one.statuses]
        if run and isinstance(block, ast.TryStar):
            return self._problem(block, "errors are caught in groups")
        told: list[Replacement] = []
        for each in run:
            read = self._read(each.node)
            if isinstance(read, Problem):
                return read
            told += read
        written = self._written(block, handlers, run)
        return written if isinstance(written, Problem) else [*written, *told]

    def _written(
        self, block: ast.Try | ast.TryStar, handlers: list[_Handler], run: list[_Handler]
    ) -> list[Replacement] | Problem:
        """The handlers of a block, of which `run` are for errors of the service."""
        if all(one.is_plain for one in run):
            return [self._header(one) for one in run]
        first = handlers.index(run[0])
        behind = handlers[first + len(run) :]
        if not any(_catches_everything(one.node) for one in behind):
            behind = []
        if handlers[first : first + len(run)] != run or (behind and not _catches_everything(behind[0].node)):
            return self._problem(block, "other handlers stand between those of errors of the service")
        if len(run) == 1 and not behind:
            return self._guarded(run[0])
        return self._merged(run, behind[0] if behind else None)

    def _handler(self, node: ast.ExceptHandler, used: set[ast.AST]) -> _Handler | Problem:
        statuses = []
        named = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type] if node.type is not None else []
        classes = [self._class(one) if isinstance(one, ast.Name | ast.Attribute) else None for one in named]
        for expression, cls in zip(named, classes, strict=True):
            if cls is None:
                continue
            if cls not in self._tables.classes or None in classes:
                return self._problem(expression, f"{cls} is no error of the new library, or is caught with others")
            statuses.append(self._tables.classes[cls])
            used.add(expression)
        return _Handler(node, tuple(statuses))

    def _read(self, handler: ast.ExceptHandler) -> list[Replacement] | Problem:
        """The edits of reads that give something else now, but for what is logged; a problem where there are none."""
        edits: list[Replacement] = []
        for statement in handler.body if handler.name is not None else ():
            for node in ast.walk(statement):
                if not isinstance(node, ast.Name) or node.id != handler.name or self._is_alike(node):
                    continue
                shown = self._shown(node)
                if shown is None:
                    return self._problem(node, "the error is read in a way that gives something else")
                edits += shown
        return edits

    def _shown(self, node: ast.Name) -> list[Replacement] | None:
        """The edits of a read that makes text of the error, which goes through a function now."""
        parent, view = self._anatomy.parents[node], self._view
        if is_misplaced(self._anatomy, node) or not isinstance(node.ctx, ast.Load):
            return None
        match parent:
            case ast.FormattedValue(conversion=-1 | 115, format_spec=None):
                pass
            case ast.Call(func=ast.Name(id="str" | "print"), keywords=[]) if parent.args == [node]:
                pass
            case ast.Call(func=ast.Name(id="print")) if node in parent.args:
                pass
            case _:
                return None
        if not helpers_of(view).want(self._tables.told.name, self._tables.told.function):
            return None
        self.is_helped = True
        start, end = view.start(node), view.end(node)
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "str":
            function = parent.func
            return [edit(view, view.start(function), view.end(function), self._tables.told.name)]
        return [edit(view, start, start, f"{self._tables.told.name}("), edit(view, end, end, ")")]

    def _is_alike(self, node: ast.Name) -> bool:
        parent = self._anatomy.parents[node]
        if isinstance(parent, ast.Attribute):
            return parent.attr in self._tables.read
        if isinstance(parent, ast.Raise):
            return True
        while isinstance(parent, ast.FormattedValue | ast.JoinedStr | ast.BinOp) or _called(parent) == "str":
            parent = self._anatomy.parents[parent]
        called = parent.func if isinstance(parent, ast.Call) else None
        return isinstance(called, ast.Attribute) and _LOGS.fullmatch(last_name(called.value) or "") is not None

    # ---- what is written

    def _header(self, one: _Handler) -> Replacement:
        """Other classes in a handler."""
        assert one.node.type is not None
        classes = list(dict.fromkeys(f"{self._name}.{status.cls}" for status in one.statuses))
        text = classes[0] if len(classes) == 1 else f"({', '.join(classes)})"
        return edit(self._view, self._view.start(one.node.type), self._view.end(one.node.type), text)

    def _condition(self, one: _Handler, name: str) -> str:
        tests = []
        values: dict[str, list[str]] = {}
        for status in one.statuses:
            if status.attribute is None:
                tests.append(f"isinstance({name}, {self._name}.{status.cls})")
            else:
                values.setdefault(status.attribute, []).append(status.value)
        for attribute, every in values.items():
            tests.append(
                f"{name}.{attribute} == {every[0]}"
                if len(every) == 1
                else f"{name}.{attribute} in ({', '.join(every)})"
            )
        return " or ".join(tests)

    def _guarded(self, one: _Handler) -> list[Replacement] | Problem:
        """A handler that lets go of what it was not for."""
        if any(status.attribute is None for status in one.statuses):
            return self._problem(one.node, "errors with and without a status are caught together")
        name, indent = one.node.name or self._free_name, self._indent(one.node)
        inner = self._indent(one.node.body[0])
        if indent is None or inner is None or self._of_header(one.node) is None:
            return self._problem(one.node, "the handler shares its line with something else")
        start, end = self._of_header(one.node) or (0, 0)
        condition = self._condition(one, name)
        negated = (
            condition.replace(" == ", " != ").replace(" in ", " not in ")
            if " or " not in condition
            else f"not ({condition})"
        )
        header = f"except {self._classes(one)} as {name}:"
        guard = f"{inner}if {negated}:\n{inner}{_STEP}raise\n"
        at = self._line_start(one.node.body[0])
        return [edit(self._view, start, end, header), edit(self._view, at, at, guard)]

    def _classes(self, one: _Handler) -> str:
        classes = list(dict.fromkeys(status.cls for status in one.statuses))
        return f"{self._name}.{classes[0] if len(classes) == 1 else self._tables.base}"

    def _merged(self, run: list[_Handler], rest: _Handler | None) -> list[Replacement] | Problem:
        """One handler that tells errors apart by their status; `rest` is for everything else."""
        every = [*run, *([rest] if rest is not None else [])]
        names = {one.node.name for one in every} - {None}
        base = Status(cls=self._tables.base)
        ends_plain = rest is None and base in run[-1].statuses
        if len(names) > 1 or any(one.is_plain for one in run[:-1]):
            return self._problem(run[0].node, "the handlers name the error differently")
        name = next(iter(names), None) or self._free_name
        caught = (
            f"{self._name}.{self._tables.base}"
            if rest is None
            else ast.unparse(rest.node.type or ast.Name("Exception"))
        )
        if rest is not None and rest.node.type is None:
            caught = "BaseException"
        indent = self._indent(run[0].node)
        edits: list[Replacement] = []
        for index, one in enumerate(every):
            header, moved = self._of_header(one.node), self._moved(one.node)
            if indent is None or header is None or moved is None:
                return self._problem(one.node, "the handler is written in a way that cannot be moved")
            last = one is rest or (ends_plain and one is every[-1])
            condition = self._condition(one, name)
            if rest is not None and not last:
                condition = f"isinstance({name}, {self._name}.{self._tables.base}) and " + (
                    f"({condition})" if " or " in condition else condition
                )
            word = "else:" if last else f"{'el' if index else ''}if {condition}:"
            line = (
                self._line_start(one.node) - 1
            )  # with the line's end before it: the handler is no node of its own any more
            opening = f"{indent}except {caught} as {name}:\n" if index == 0 else ""
            edits.append(edit(self._view, line, header[1], f"\n{opening}{indent}{_STEP}{word}"))
            edits += moved
        if rest is None and not ends_plain:
            end = self._view.end(every[-1].node.body[-1])
            edits.append(edit(self._view, end, end, f"\n{indent}{_STEP}else:\n{indent}{_STEP * 2}raise"))
        return edits

    @cached_property
    def _free_name(self) -> str:
        """What an error is called here that had no name."""
        return next(one for one in ERROR_NAMES if self._is_free(one))

    # ---- text

    def _line_start(self, node: ast.stmt | ast.ExceptHandler) -> int:
        return self._view.source.offset(node.lineno, 0)

    def _indent(self, node: ast.stmt | ast.ExceptHandler) -> str | None:
        """What stands before a node on its line; None for anything but spaces."""
        text = self._view.source.text[self._line_start(node) : self._view.source.offset(node.lineno, node.col_offset)]
        return text if not text.strip(" ") else None

    def _of_header(self, node: ast.ExceptHandler) -> tuple[int, int] | None:
        """Where `except … as …:` stands; None where it is not on a line of its own, or holds a comment."""
        start = self._view.source.offset(node.lineno, node.col_offset)
        text = self._view.source.text
        end = text.find("\n", start)
        colon = text.rfind(":", start, end) + 1
        plain = colon and not text[colon:end].strip() and "#" not in text[start:end]
        return (start, colon) if plain and node.body[0].lineno > node.lineno else None

    def _moved(self, node: ast.ExceptHandler) -> list[Replacement] | None:
        """The edits that put a body one step further in; None where a text runs over several lines of it."""
        texts = (
            one
            for statement in node.body
            for one in ast.walk(statement)
            if isinstance(one, ast.Constant | ast.JoinedStr)
        )
        if any(one.end_lineno != one.lineno and not isinstance(getattr(one, "value", ""), int) for one in texts):
            return None
        first, last = node.body[0].lineno, node.body[-1].end_lineno or node.lineno
        source = self._view.source
        starts = [source.offset(line, 0) for line in range(node.lineno + 1, last + 1)]
        del first
        return [
            edit(self._view, at, at, _STEP) for at in starts if source.text[at : source.text.find("\n", at)].strip()
        ]


def _imported(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The dotted names that a statement imports."""
    if isinstance(statement, ast.ImportFrom):
        return [f"{statement.module}.{one.name}" for one in statement.names]
    return [one.name for one in statement.names]


def _is_below(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return handler.type is None or any(isinstance(one, ast.Name) and one.id in _EVERYTHING for one in types)


def _called(node: ast.AST) -> str | None:
    return last_name(node.func) if isinstance(node, ast.Call) else None
