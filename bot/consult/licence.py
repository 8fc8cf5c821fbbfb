"""Which names a proposal may read: those of the lines that it replaces, those it makes itself, the new library's, and a
few functions of Python that only compute.

What is new in a file is what stands there more often than before, so nothing depends on where a name stands. Whatever
reaches into the machine, or into Python itself, has to stand in the replaced lines word for word.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bot.consult.brought_in import Chain, bound_modules, chains, imported_chains, leaves_the_target
from bot.consult.reach_of_names import names_in_reach
from bot.consult.target import Reached, Target

PURE_BUILTINS = frozenset(
    {
        "abs", "all", "any", "bool", "bytes", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int",
        "isinstance", "iter", "len", "list", "map", "max", "min", "next", "range", "repr", "reversed", "round", "set",
        "sorted", "str", "sum", "tuple", "zip",
        "AttributeError", "Exception", "IndexError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError",
        "StopAsyncIteration", "StopIteration", "TypeError", "ValueError", "TimeoutError",
    }
)  # fmt: skip

_REFLECTIVE = frozenset(
    {
        "breakpoint", "compile", "delattr", "dir", "eval", "exec", "getattr", "globals", "hasattr", "input", "locals",
        "memoryview", "object", "open", "setattr", "super", "type", "vars",
    }
)  # fmt: skip
_MACHINE = frozenset(
    {
        "ast", "atexit", "bdb", "builtins", "code", "codeop", "copyreg", "ctypes", "dbm", "dill", "ftplib",
        "gc", "glob", "http", "imp", "importlib", "inspect", "io", "linecache", "marshal", "mmap",
        "multiprocessing", "nt", "operator", "os", "pathlib", "pdb", "pickle", "pkgutil", "platform", "posix", "pty",
        "requests", "runpy", "shelve", "shutil", "signal", "site", "smtplib", "socket", "socketserver", "sqlite3",
        "ssl", "subprocess", "sys", "sysconfig", "tempfile", "threading", "timeit", "types", "urllib", "weakref",
        "webbrowser", "xmlrpc", "zipimport", "httpx", "aiohttp", "cloudpickle", "joblib", "paramiko", "sh", "pexpect",
    }
)  # fmt: skip
"""Modules through which a program reaches the machine, the network, or Python itself."""
_REACHING_ATTRIBUTES = frozenset(
    {
        "builtins", "importlib", "mro", "os", "popen", "subprocess", "sys", "system",
        "ag_code", "ag_frame", "co_consts", "co_names", "cr_code", "cr_frame", "cr_origin", "f_back", "f_builtins",
        "f_code", "f_globals", "f_locals", "func_code", "func_globals", "gi_code", "gi_frame", "tb_frame", "tb_next",
    }
)  # fmt: skip
"""Attributes that are named for the machine, and those by which a running frame, and through it everything, is had."""
_REACHING_FORMAT = re.compile(rf"\{{[^{{}}]*[.\[](?:_|(?:{'|'.join(sorted(_REACHING_ATTRIBUTES))})\b)")
"""A text that `str.format` would read such an attribute for."""

_DUNDER = re.compile(r"__\w+__")
_IMPORT = "__import__"
"""Judged as what it imports (`brought_in`), and never read as a value."""


@dataclass(frozen=True, slots=True)
class Question:
    """The file before and after, the lines that were replaced (1-based, inclusive), what may be reached, and the top
    modules of the library that is given up.
    """

    before: ast.Module
    after: ast.Module
    first: int
    last: int
    target: Target
    retired: tuple[str, ...]


def beyond_the_target(question: Question) -> str | None:
    """The first chain of attributes that begins in the target and leaves it, or hands a module of it on."""
    bound = bound_modules(question.after)
    for chain in _new_chains(question):
        for here in bound.get(chain.name, ()):
            if leaves_the_target(_dotted(here, chain.rest), question.target):
                return _dotted(chain.name, chain.rest)
    new = Counter(imported_chains(question.after)) - Counter(imported_chains(question.before))
    return next((dotted for dotted in new if leaves_the_target(dotted, question.target)), None)


def outside_the_licence(question: Question) -> str | None:
    """The first name, attribute or text that the proposal may not bring; null where it keeps to what it may use."""
    inside = [node for node in ast.walk(question.before) if _is_inside(node, question)]
    return next(_faults(question, inside), None)


def _faults(question: Question, inside: list[ast.AST]) -> Iterator[str]:
    yield from _dunders(question)
    yield from _names(question, inside)
    yield from _of_the_machine(question, inside)
    yield from _attributes(question, inside)
    yield from _other_modules(question, inside)


def _is_inside(node: ast.AST, question: Question) -> bool:
    line = getattr(node, "lineno", None)
    return line is not None and question.first <= line and (getattr(node, "end_lineno", line) or line) <= question.last


# ---- names that are spelled


def _dunders(question: Question) -> Iterator[str]:
    new = Counter(_spelled(question.after)) - Counter(_spelled(question.before))
    for word in new:
        if word != _IMPORT and (_DUNDER.search(word) or _REACHING_FORMAT.search(word)):
            yield word


def _spelled(tree: ast.Module) -> Iterator[str]:
    """Every identifier, and every text constant, whatever it is for."""
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield from (one for one in value if isinstance(one, str))


def _names(question: Question, inside: list[ast.AST]) -> Iterator[str]:
    licensed = set(_read_or_bound(inside))
    taken = names_in_reach(question.before, question.first, question.last)
    modules = bound_modules(question.after)
    fetched = {name for name, found in modules.items() if any(_is_targets(one, question.target) for one in found)}
    made = {name for name in _bound(ast.walk(question.after)) if name not in taken}
    new = Counter(_read_or_bound(ast.walk(question.after))) - Counter(_read_or_bound(ast.walk(question.before)))
    yield from (name for name in new if name not in licensed | made | fetched | PURE_BUILTINS | {_IMPORT})
    bound = Counter(_bound(ast.walk(question.after))) - Counter(_bound(ast.walk(question.before)))
    before = bound_modules(question.before)
    for name in bound:
        if name in taken - licensed and not _is_of_a_library(before.get(name), question):
            yield name


def _is_of_a_library(found: frozenset[str] | None, question: Question) -> bool:
    """Whether a name stands for the old library, or for the new one, and for nothing else."""
    return bool(found) and all(
        _is_targets(one, question.target) or any(f"{one}.".startswith(f"{root}.") for root in question.retired)
        for one in found or ()
    )


def _read_or_bound(nodes: Iterator[ast.AST] | list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name.split(".")[0] for alias in aliases)


def _bound(nodes: Iterator[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if not isinstance(node, ast.Name) or isinstance(node.ctx, ast.Store):
            yield from _read_or_bound([node])


def _is_targets(dotted: str, target: Target) -> bool:
    return target.reach(dotted) in {Reached.NAME, Reached.MODULE}


# ---- what reaches beyond the file


def _of_the_machine(question: Question, inside: list[ast.AST]) -> Iterator[str]:
    """Reflection, and modules of the machine: what is new has to stand in the replaced lines, arguments and all."""
    modules = bound_modules(question.before)
    reaching = {name for name, found in modules.items() if any(_is_of_the_machine(one) for one in found)}
    allowed = {ast.dump(node) for node in inside if isinstance(node, ast.expr)}
    before = Counter(ast.dump(node) for _, node in _used(question.before, reaching | _REFLECTIVE))
    for spelled, node in _used(question.after, reaching | _REFLECTIVE):
        dumped = ast.dump(node)
        if before[dumped]:
            before[dumped] -= 1
        elif dumped not in allowed:
            yield spelled


def _is_of_the_machine(dotted: str) -> bool:
    return dotted.lstrip(".").split(".")[0] in _MACHINE


def _used(tree: ast.Module, words: set[str] | frozenset[str]) -> Iterator[tuple[str, ast.expr]]:
    """Each use of the words, with the call or item that is made of it."""
    outer: dict[int, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            outer[id(node.func)] = node
        elif isinstance(node, ast.Subscript):
            outer[id(node.value)] = node
    for chain in chains(tree):
        if chain.name in words:
            yield _dotted(chain.name, chain.rest), outer.get(id(chain.node), chain.node)


def _attributes(question: Question, inside: list[ast.AST]) -> Iterator[str]:
    """Private attributes, and those that are named for the machine."""
    licensed = {node.attr for node in inside if isinstance(node, ast.Attribute)}
    of_self = {chain.rest.split(".")[0] for chain in chains(question.after) if chain.name in {"self", "cls"}}
    for attribute in _attribute_counts(question.after) - _attribute_counts(question.before):
        private = attribute.startswith("_") and attribute not in of_self
        if attribute not in licensed and (private or attribute in _REACHING_ATTRIBUTES or not attribute.isascii()):
            yield attribute


def _attribute_counts(tree: ast.Module) -> Counter[str]:
    """Every attribute that is read or set, by a pattern of `match` too."""
    found = Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return found + Counter(
        name for node in ast.walk(tree) if isinstance(node, ast.MatchClass) for name in node.kwd_attrs
    )


def _other_modules(question: Question, inside: list[ast.AST]) -> Iterator[str]:
    """Members of modules that are not the new library's: only those that the replaced lines use, and none is set."""
    nodes = {id(node) for node in inside}
    modules = bound_modules(question.after)
    known = {_dotted(c.name, c.rest) for c in chains(question.before) if id(c.node) in nodes}
    for chain in _new_chains(question):
        dotted = _dotted(chain.name, chain.rest)
        if not chain.rest or chain.name not in modules:
            continue
        set_there = not isinstance(getattr(chain.node, "ctx", None), ast.Load)
        ways = [_dotted(one, chain.rest) for one in modules[chain.name]]
        if (set_there or not any(_is_targets(way, question.target) for way in ways)) and dotted not in known:
            yield dotted


def _new_chains(question: Question) -> Iterator[Chain]:
    seen = Counter(_dotted(chain.name, chain.rest) for chain in chains(question.before))
    for chain in chains(question.after):
        dotted = _dotted(chain.name, chain.rest)
        if seen[dotted]:
            seen[dotted] -= 1
        elif chain.rest or isinstance(getattr(chain.node, "ctx", None), ast.Load):
            yield chain


def _dotted(name: str, rest: str) -> str:
    return f"{name}.{rest}" if rest else name
