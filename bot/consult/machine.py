"""Uses of what reaches into the machine, or into Python itself: each new one has to stand in the replaced lines word
for word, with everything that it is called with.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from bot.consult.brought_in import bound_modules, chains
from bot.consult.part import Part

REFLECTIVE = frozenset(
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
        "Popen", "check_call", "check_output", "environ", "environb", "eval", "exec", "execfile", "execl", "execv",
        "execve", "execvp", "fork", "forkpty", "getoutput", "getstatusoutput", "modules", "putenv", "rmtree",
        "spawnl", "spawnv", "startfile", "unlink", "unsetenv", "chmod", "read_bytes", "read_text", "rmdir",
        "symlink_to", "to_pickle", "tofile", "write_bytes", "write_text",
        "model_rebuild", "parse_file", "parse_raw", "try_update_forward_refs", "update_forward_refs",
        "ag_code", "ag_frame", "co_consts", "co_names", "cr_code", "cr_frame", "cr_origin", "f_back", "f_builtins",
        "f_code", "f_globals", "f_locals", "func_code", "func_globals", "gi_code", "gi_frame", "im_func", "im_self",
        "tb_frame", "tb_next",
    }
)  # fmt: skip
"""Attributes that are named for the machine or for its files, pydantic's that read files and pickles or evaluate texts
(the new libraries' types are its models), and those by which a running frame, and through it everything, is had.
"""
REACHING_FORMAT = re.compile(rf"\{{[^{{}}]*[.\[](?:_|(?:{'|'.join(sorted(_REACHING_ATTRIBUTES))})\b)")
"""A text that `str.format` would read such an attribute for."""


def beyond_the_file(before: Part, after: Part) -> Iterator[str]:
    """What is new of it, as it is spelled."""
    yield from _uses(before, after)
    yield from _attributes(before, after)


def _uses(before: Part, after: Part) -> Iterator[str]:
    words = reaching_names(before.tree) | REFLECTIVE
    standing = list(_used(before.tree, words))
    allowed = {ast.dump(node) for _, node in standing if before.holds(node)}
    left = Counter(ast.dump(node) for _, node in standing)
    for spelled, node in _used(after.tree, words):
        dumped = ast.dump(node)
        if left[dumped]:
            left[dumped] -= 1
        elif dumped not in allowed:
            yield spelled


def reaching_names(tree: ast.Module) -> frozenset[str]:
    """The names that imports bind to the machine, and those to which one of them, or an attribute of it, is handed on.

    After `from os import *` every name that nothing else in the file binds may be one.
    """
    modules = bound_modules(tree)
    names = {name for name, found in modules.items() if any(map(_is_of_the_machine, found))}
    handed = [(target, frozenset(_values_in(value))) for target, value in _handed_on(tree)]
    while more := {target for target, values in handed if values & names} - names:
        names |= more
    if any(_is_of_the_machine(one) for one in modules.get("*", ())):
        bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        names |= read - bound - modules.keys()
    return frozenset(names)


def _is_of_the_machine(dotted: str) -> bool:
    return dotted.lstrip(".").split(".")[0] in _MACHINE


def _handed_on(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Each name that an assignment or a default gives a value."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((one.id, value) for one in targets if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.arguments(posonlyargs=first, args=others, defaults=defaults):
                named = [*first, *others][-len(defaults) :] if defaults else []
                yield from ((one.arg, value) for one, value in zip(named, defaults, strict=True))
                keyword = zip(node.kwonlyargs, node.kw_defaults, strict=True)
                yield from ((one.arg, value) for one, value in keyword if value is not None)


def _values_in(value: ast.expr) -> Iterator[str]:
    """The names of which the expression hands on the object itself or an attribute: what is called or indexed gives
    something else.
    """
    used = {id(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)}
    used |= {id(node.value) for node in ast.walk(value) if isinstance(node, ast.Subscript)}
    yield from (chain.name for chain in chains(value) if id(chain.node) not in used)


def _used(tree: ast.Module, words: frozenset[str]) -> Iterator[tuple[str, ast.expr]]:
    """Each use of the words, with the call or item that is made of it."""
    outer: dict[int, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            outer[id(node.func)] = node
        elif isinstance(node, ast.Subscript):
            outer[id(node.value)] = node
    for chain in chains(tree):
        if chain.name in words:
            yield chain.dotted, outer.get(id(chain.node), chain.node)


def _attributes(before: Part, after: Part) -> Iterator[str]:
    """Private attributes, and those that are named for the machine."""
    licensed = {node.attr for node in before.inside() if isinstance(node, ast.Attribute)}
    of_self = {chain.rest.split(".")[0] for chain in chains(after.tree) if chain.name in {"self", "cls"}}
    for attribute in _attribute_counts(after.tree) - _attribute_counts(before.tree):
        private = attribute.startswith("_") and attribute not in of_self
        if attribute not in licensed and (private or attribute in _REACHING_ATTRIBUTES or not attribute.isascii()):
            yield attribute


def _attribute_counts(tree: ast.Module) -> Counter[str]:
    """Every attribute that is read or set, by a pattern of `match` too."""
    found = Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return found + Counter(
        name for node in ast.walk(tree) if isinstance(node, ast.MatchClass) for name in node.kwd_attrs
    )
