"""Dicts that become objects of the new library's own classes, made without checks: `lib.Thing.construct(**{…})`."""

import ast
from collections.abc import Mapping

from bot.packs.schema import DottedName
from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported


def made_answers(view: FileView, models: Mapping[ast.Dict, DottedName], root: str) -> list[Replacement] | None:
    """The edits, `models` being the class of each dict by its path from the module `root`, which is imported where the
    file does not import it. None where its name stands for something else, or there is no place for the import.
    """
    found: list[Replacement] = []
    for value, model in sorted(models.items(), key=lambda one: view.start(one[0])):
        start, end = view.start(value), view.end(value)
        found.append(edit(view, start, start, f"{root}.{model}.construct(**"))
        found.append(edit(view, end, end, ")"))
    inside = (scope for scope in view.anatomy.scopes() if scope is not view.anatomy.root)
    if not found or (_is_imported(view, root) and not any(root in scope.bindings for scope in inside)):
        return found
    line = _import(view, root)
    return [*found, line] if line is not None else None


def _is_imported(view: FileView, root: str) -> bool:
    bindings = view.anatomy.root.bindings.get(root, [])
    return bool(bindings) and all(isinstance(one, ModuleImported) and one.alias.asname is None for one in bindings)


def _import(view: FileView, root: str) -> Replacement | None:
    """A line before the first import of the file, where nothing bears the module's name."""
    if any(root in scope.bindings for scope in view.anatomy.scopes()):
        return None
    plain = (one for one in view.anatomy.tree.body if isinstance(one, ast.Import | ast.ImportFrom))
    first = next((one for one in plain if getattr(one, "module", None) != "__future__"), None)
    if first is None or first.col_offset:
        return None
    start = view.start(first)
    newline = "\r\n" if "\r\n" in view.source.text else "\n"
    return edit(view, start, start, f"import {root}{newline}")
