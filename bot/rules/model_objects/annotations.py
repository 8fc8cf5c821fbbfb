"""Annotations that name the class of models or of chats: of what stands in their place, nothing else can be meant."""

import ast
import re

from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.model_objects.annotated import is_annotation
from bot.rules.model_objects.writing import Moved, Writing
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail

_NAME = "str"
"""What the name of a model is."""


class Annotations:
    """Answers for one file. `chats` is the class of its chats, by what follows the new library's module; None where
    some of them are awaited and some are not.
    """

    def __init__(self, view: FileView, writing: Writing, chats: str | None) -> None:
        self._view = view
        self._writing = writing
        self._chats = chats

    def written(self, sighting: Sighting, symbol: str) -> Moved | Problem | None:
        """How a class is named where it annotates something; None of any other use."""
        node = sighting.node
        if not isinstance(node, ast.Name | ast.Attribute | ast.Constant) or not is_annotation(self._view.anatomy, node):
            return None
        named = self._model() if symbol == self._writing.tables.model.cls else self._chat(sighting)
        place = self._named_in(node, symbol.rpartition(".")[2]) if isinstance(node, ast.Constant) else self._whole(node)
        if named is None or place is None:
            return Problem(Bail.USE_NOT_REWRITABLE, node, "the annotation has no other name")
        return Moved([edit(self._view, *place, named)])

    def _whole(self, node: ast.expr) -> tuple[int, int]:
        return self._view.start(node), self._view.end(node)

    def _named_in(self, node: ast.Constant, name: str) -> tuple[int, int] | None:
        """Where an annotation in quotes names a class; with the quotes where it says nothing else."""
        start, end = self._whole(node)
        found = [one.span() for one in re.finditer(rf"(?:[\w.]+\.)?\b{name}\b", self._view.source.text[start:end])]
        if len(found) != 1:
            return None
        at, behind = start + found[0][0], start + found[0][1]
        quoted = (at - start, end - behind) == (1, 1) and name == self._writing.tables.model.cls.rpartition(".")[2]
        return (start, end) if quoted else (at, behind)

    def _model(self) -> str | None:
        """What stands there now: a name, or an object of the file's own class."""
        if self._writing.objects is not None:
            return self._writing.objects.name
        anatomy = self._view.anatomy
        bound = any(_NAME in scope.bindings for scope in anatomy.scopes())
        return None if bound else _NAME

    def _chat(self, sighting: Sighting) -> str | None:
        module = self._writing.imports.spelt(sighting.scope)
        return f"{module}.{self._chats}" if module is not None and self._chats is not None else None
