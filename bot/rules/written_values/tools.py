"""The tools of a request, and which of them may be called: declared alike, but for Python functions.

Those the old library declares and leaves to the program; the new one declares them in another way, and calls them.
"""

import ast

from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.written_values.classes import makes
from bot.rules.written_values.definitions import Definitions, scope_at
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.tables import Tools
from bot.rules.written_values.written import Written, gathered
from bot.scan.rows import FileView
from bot.vocabulary import Bail


class ToolTexts:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: Tools, text: MovedText, types_name: str) -> None:
        self._view = view
        self._tables = tables
        self._text = text
        self._types = types_name
        self._definitions = Definitions(view, names)

    def tools(self, node: ast.expr) -> Written | Problem:
        """The tools as a list."""
        match node:
            case ast.Constant(value=str(name)) if name in self._tables.named:
                return Written(f"[{self._named(name)}]", taken=frozenset({node}))
            case ast.List(elts=[element]):
                return self._list(node, element)
            case ast.List():
                return Problem(Bail.ARGUMENT_CHANGED, node, "several tools are put together in another way")
            case _:
                return self._held(node)

    def config(self, node: ast.expr) -> Written | Problem:
        """Which tools may be called."""
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node)) or []
        known = (makes(self._view, one.node, self._tables.configs) or self._is_config(one.node) for one in leaves)
        if not leaves or not all(known):
            return Problem(Bail.ARGUMENT_CHANGED, node, "which tools may be called is said in a way that is not known")
        return self._text.written(node)

    def _is_config(self, node: ast.AST) -> bool:
        match node:
            case ast.Dict(keys=[ast.Constant(value=key)], values=[ast.Dict(keys=keys, values=values)]):
                named = [one.value if isinstance(one, ast.Constant) else None for one in keys]
                modes = [value for name, value in zip(named, values, strict=True) if name == self._tables.mode]
                plain = all(isinstance(one, ast.Constant) and one.value in self._tables.modes for one in modes)
                return key == self._tables.calling and {*named} <= {self._tables.mode, self._tables.allowed} and plain
            case _:
                return False

    def _named(self, name: str) -> str:
        return f"{self._types}.{self._tables.cls}({name}={self._types}.{self._tables.named[name]}())"

    def _list(self, node: ast.List, element: ast.expr) -> Written | Problem:
        if isinstance(element, ast.Constant) and element.value in self._tables.named:
            return Written(f"[{self._named(str(element.value))}]", taken=frozenset({node, element}))
        if self._is_each(element, tool=True):
            return self._text.written(node)
        declared = self._text.written(element)
        if isinstance(declared, Problem) or not self._is_each(element, tool=False):
            return declared if isinstance(declared, Problem) else self._function(element)
        text = f"[{self._types}.{self._tables.cls}({self._tables.declarations}=[{declared.text}])]"
        return gathered(text, [declared])

    def _held(self, node: ast.expr) -> Written | Problem:
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node)) or []
        moved = self._text.written(node)
        if isinstance(moved, Problem) or not leaves:
            return moved if isinstance(moved, Problem) else self._function(node)
        if all(self._is_tool(leaf.node) for leaf in leaves):
            return gathered(f"[{moved.text}]", [moved])
        lists = [
            leaf.node.elts[0] if isinstance(leaf.node, ast.List) and len(leaf.node.elts) == 1 else None
            for leaf in leaves
        ]
        if all(one is not None and self._is_each(one, tool=True) for one in lists):
            return moved
        return self._function(node)

    def _function(self, node: ast.expr) -> Problem:
        return Problem(
            Bail.ARGUMENT_CHANGED, node, "a tool may be a function, which the new library declares differently"
        )

    # ---- what a tool is

    def _is_each(self, node: ast.expr, *, tool: bool) -> bool:
        """Whether all that an expression may be is a tool, or else a declaration."""
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node)) or []
        is_one = self._is_tool if tool else self._is_declaration
        return bool(leaves) and all(is_one(leaf.node) for leaf in leaves)

    def _is_tool(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            pairs = zip(keys, node.values, strict=True)
        elif isinstance(node, ast.Call) and makes(self._view, node, self._tables.classes) and not node.args:
            pairs = zip([keyword.arg for keyword in node.keywords], (one.value for one in node.keywords), strict=True)
        else:
            return False
        return all(
            key in self._tables.named or (key == self._tables.declarations and self._are_declarations(value))
            for key, value in pairs
        )

    def _are_declarations(self, node: ast.expr) -> bool:
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node)) or []
        lists = [leaf.node for leaf in leaves if isinstance(leaf.node, ast.List)]
        every = [element for one in lists for element in one.elts]
        return len(lists) == len(leaves) == 1 and all(self._is_each(one, tool=False) for one in every)

    def _is_declaration(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Dict):
            return {key.value if isinstance(key, ast.Constant) else None for key in node.keys} <= {
                *self._tables.declared
            }
        return makes(self._view, node, self._tables.declares)
