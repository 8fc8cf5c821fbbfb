"""setup.py: the literal list that a call of `setup` is given as `install_requires`. The file is never run."""

import ast

from bot.scan.examine import parse
from bot.scan.facts import Replacement
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.adding.written_list import first_entry, one_more_entry
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.setup_py import SetupModule
from bot.scan.source_text import text_source
from bot.vocabulary import Bail

_LIST = "install_requires"


def place(text: str, wanted: Wanted) -> Replacement | None:
    """Behind the last entry of the one list; None where there is none that is written down whole."""
    source = text_source(text)
    written = _list(_tree(text))
    if written is None:
        return None
    if not written.elts:
        return first_entry(text, source.offset(written.lineno, written.col_offset), wanted.requirement)
    last = written.elts[-1]
    assert last.end_lineno is not None
    assert last.end_col_offset is not None
    span = source.offset(last.lineno, last.col_offset), source.offset(last.end_lineno, last.end_col_offset)
    return one_more_entry(text, span, wanted.requirement)


def holds(before: str, after: str, wanted: Wanted) -> bool:
    """Whether the two modules differ in one more entry at the end of the list, and in nothing else."""
    old, new = _tree(before), _tree(after)
    written = _list(new)
    if written is None or not written.elts:
        return False
    last = written.elts.pop()
    added = isinstance(last, ast.Constant) and last.value == wanted.requirement
    return added and ast.dump(old) == ast.dump(new)


def _tree(text: str) -> ast.Module:
    tree = parse(text_source(text))
    if isinstance(tree, Bail):
        raise UnreadableManifest(tree)
    return tree


def _list(tree: ast.Module) -> ast.List | None:
    module = SetupModule(tree)
    given = [module.written(value) for value in module.keywords(_LIST)]
    if len(given) != 1 or not isinstance(given[0], ast.List):
        return None
    plain = all(isinstance(entry, ast.Constant) and isinstance(entry.value, str) for entry in given[0].elts)
    return given[0] if plain else None
