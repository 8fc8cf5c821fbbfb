"""The small class of objects that hold a client, the name of a model, and a configuration: written once into a file,
where a name alone would not do.

Its text is made of the pack's tables alone. An object is itself and no other, as the model was: it has no equality.
"""

import ast
from collections.abc import Iterator
from itertools import takewhile

from bot.models.struct import Mutable, anew
from bot.rules.clients.imports import LibraryImports
from bot.rules.engine.call_text import edit, line_behind
from bot.rules.model_objects.tables import Method, ModelTables
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import NameImported, Scope

_DECORATOR = "dataclass"
_HOME = "dataclasses"
_APART = 2
"""Blank lines around a class."""


class _Asked(Mutable):
    """A method of the class. `config` tells that some call gives a configuration; `history` the same of turns."""

    method: Method | None
    streamed: bool = False
    config: bool = False
    history: bool = False


class ObjectClass(Mutable):
    """Told first what is asked of the objects of a file, then asked for its text. `configured`: whether any of them
    holds a configuration; `later` whether the chats of the file are awaited.
    """

    view: FileView
    tables: ModelTables
    imports: LibraryImports
    configured: bool
    later: bool
    _asked: dict[str, _Asked] = anew(dict)

    # ---- what is asked

    def asks(self, symbol: str, *, streamed: bool, config: bool) -> str:
        """The method for a call of an old one."""
        method, name = self.tables.methods[symbol], symbol.rpartition(".")[2]
        if streamed:
            assert method.streamed is not None
            name = f"{method.streamed.rpartition('.')[2]}{'_async' if method.later else ''}"
        asked = self._asked.setdefault(name, _Asked(method, streamed))
        asked.config |= config
        return name

    def starts(self, *, history: bool) -> None:
        """A chat is begun."""
        name = self.tables.chat.starts.rpartition(".")[2]
        self._asked.setdefault(name, _Asked(None)).history |= history

    # ---- what is written

    @property
    def name(self) -> str | None:
        """What the class is called: the first name that is free."""
        return next((name for name in self.tables.object.names if self._is_free(name)), None)

    def made(self, client: str, model: str, config: str | None) -> str:
        """The expression that makes an object."""
        return f"{self.name}({client}, {model}{f', config={config}' if config is not None else ''})"

    def edits(self) -> list[Replacement] | None:
        """The edits that put the class into the file; None where it has no place."""
        anchor = self._anchor()
        imported = self._imported(anchor) if anchor is not None else None
        if self.name is None or imported is None or anchor is None or self.imports.spelt(self._root) is None:
            return None
        if self.configured and not self.imports.need_types(self._root):
            return None
        return [*imported, self._placed(anchor)]

    @property
    def _root(self) -> Scope:
        return self.view.anatomy.root

    def _is_free(self, name: str) -> bool:
        anatomy = self.view.anatomy
        return name not in anatomy.names and not any(name in scope.bindings for scope in anatomy.scopes())

    def _imported(self, anchor: ast.stmt) -> list[Replacement] | None:
        """The import of the decorator: it is there, or stands before all others."""
        match self._root.bindings.get(_DECORATOR, []):
            case [NameImported(module=module, name=name, level=0, statement=statement)]:
                there = (module, name) == (_HOME, _DECORATOR) and self._index(statement) <= self._index(anchor)
                return [] if there else None
            case [] if self._is_free(_DECORATOR):
                before = self._import_before()
                return [before] if before is not None else None
            case _:
                return None

    def _index(self, statement: ast.stmt) -> int:
        body = self.view.anatomy.tree.body
        return body.index(statement) if statement in body else len(body)

    def _import_before(self) -> Replacement | None:
        """In front of the first import; where the first ones stand apart from the library, as Python's own do, behind
        those of them that import whole modules.
        """
        body = self.view.anatomy.tree.body
        first = next(one for one in body if _imports(one) and not _is_future(one))
        block = [first]
        for one in body[body.index(first) + 1 :]:
            if not _imports(one) or one.lineno != (block[-1].end_lineno or 0) + 1:
                break
            block.append(one)
        line, apart = f"from {_HOME} import {_DECORATOR}", self.imports.of_module not in block
        whole = [*takewhile(lambda one: isinstance(one, ast.Import), block)]
        if apart and whole:
            return line_behind(self.view, whole[-1], line)
        behind = self._line_end if first is self.imports.of_module else ""
        return edit(self.view, self.view.start(first), self.view.start(first), f"{line}{self._line_end}{behind}")

    @property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self.view.source.text else "\n"

    def _anchor(self) -> ast.stmt | None:
        """The last of the imports that follow that of the library without anything between."""
        body, statement = self.view.anatomy.tree.body, self.imports.of_module
        if statement is None or statement not in body:
            return None
        following = body[body.index(statement) + 1 :]
        return next((body[body.index(one) - 1] for one in following if not _imports(one)), body[-1])

    def _placed(self, anchor: ast.stmt) -> Replacement:
        """Behind the blank lines that follow the imports, so that a comment stays with what it is about."""
        text, end = self.view.source.text, self.view.end(anchor)
        newline = text.find("\n", end)
        behind = newline + 1 if newline >= 0 else len(text)
        rest = text[behind:]
        blank = len(rest) - len(rest.lstrip("\r\n"))
        missing = max(0, _APART - rest[:blank].count("\n"))
        before = [] if newline >= 0 else [""]
        lines = [*before, *[""] * missing, *self._lines(), *[""] * (_APART if rest[blank:] else 0)]
        return edit(self.view, behind + blank, behind + blank, self._line_end.join(lines) + self._line_end)

    def _lines(self) -> Iterator[str]:
        table, module = self.tables.object, self.imports.spelt(self._root)
        holds = "its client and its configuration" if self.configured else "its client"
        yield f"@{_DECORATOR}(frozen=True, eq=False)"
        yield f"class {self.name}:"
        yield f'    """A model by its name, with {holds}."""'
        yield ""
        yield f"    client: {module}.{table.client}"
        yield "    model: str"
        if self.configured:
            yield f"    config: {self.imports.types_name}.{table.config} | None = None"
        for name, asked in sorted(self._asked.items()):
            yield ""
            yield from self._chat(name, asked) if asked.method is None else self._method(name, asked.method, asked)

    def _method(self, name: str, method: Method, asked: _Asked) -> Iterator[str]:
        argument = method.argument[1]
        config = self._config(asked) if method.config else None
        passed = ", ".join(["model=self.model", f"{argument}={argument}", *([f"config={config}"] if config else [])])
        path = method.streamed if asked.streamed else method.to
        gives = "return await" if method.later else "yield from" if asked.streamed else "return"
        defined = "async def" if method.later else "def"
        yield f"    {defined} {name}(self, {argument}{', config=None' if asked.config else ''}):"
        yield f"        {gives} self.client.{path}({passed})"

    def _chat(self, name: str, asked: _Asked) -> Iterator[str]:
        chat = self.tables.chat
        passed = ["model=self.model", *(["config=self.config"] if self.configured else [])]
        passed += [f"{chat.history}={chat.history}"] if asked.history else []
        yield f"    def {name}(self{f', {chat.history}=None' if asked.history else ''}):"
        yield f"        return self.client.{chat.later if self.later else chat.to}({', '.join(passed)})"

    def _config(self, asked: _Asked) -> str | None:
        own = "self.config" if self.configured else None
        return " or ".join(["config", *([own] if own else [])]) if asked.config else own


def _imports(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
