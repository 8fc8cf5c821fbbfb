"""The import statements of a file in the order in which its own block runs them: what is imported before what."""

import ast

from bot.scan.examine import parse
from bot.scan.facts import ImportStep, ImportSteps
from bot.scan.source_text import Undecodable, read_source
from bot.vocabulary import Bail


def import_steps(data: bytes) -> ImportSteps:
    """The steps of a file; nothing is told of one that cannot be read."""
    source = read_source(data)
    tree = parse(source) if not isinstance(source, Undecodable) else source.bail
    if isinstance(tree, Bail):
        return ImportSteps(readable=False)
    own = frozenset(tree.body)
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    steps = sorted(found, key=lambda node: (node.lineno, node.col_offset))
    return ImportSteps(
        steps=tuple(one for node in steps for one in _steps(node, surely=node in own)),
        is_program=any(isinstance(node, ast.If) and _asks_for_main(node.test) for node in tree.body),
    )


def _steps(node: ast.Import | ast.ImportFrom, *, surely: bool) -> list[ImportStep]:
    if isinstance(node, ast.Import):
        return [ImportStep(module=alias.name, level=0, names=(), surely=surely) for alias in node.names]
    names = tuple(alias.name for alias in node.names)
    return [ImportStep(module=node.module or "", level=node.level, names=names, surely=surely)]


def _asks_for_main(test: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(test))
