"""Describes google-generativeai, or google-genai, of an environment as JSON; runs there as its own process.

Called as `describe_generativeai old` or `describe_generativeai new`. Of the old library: the public names that each module
defines or hands on, and of its classes the public members, those of instances included, with the class of what a field
holds. Of the new one: its full public names, with the members of each class.
"""

import ast
import dataclasses
import enum
import importlib
import inspect
import json
import logging
import pkgutil
import sys
import textwrap
import types
import typing
import warnings
from collections.abc import Iterator
from typing import Any

OLD_ROOT, NEW_ROOT = "google.generativeai", "google.genai"
NOT_LOADED = {"notebook"}
"""Commands for IPython, which the package itself does not load."""

FROM_PROTO_PLUS = {"copy_from", "deserialize", "from_json", "meta", "mro", "pb", "serialize", "to_json", "wrap"}
"""What every message class has from its metaclass, but for to_dict."""


def main(side: str) -> dict[str, Any]:
    """The description of one side."""
    return _old() if side == "old" else _new()


# ---- the old library


def _old() -> dict[str, Any]:
    modules = list(_modules(importlib.import_module(OLD_ROOT)))
    return {
        "modules": {module.__name__: sorted(_names(module)) for module in modules},
        "classes": dict(_classes(modules)),
        "gives": {
            f"{module.__name__}.{name}": _annotated(getattr(module, name))
            for module in modules
            for name in _names(module)
        },
    }


def _modules(package: types.ModuleType) -> Iterator[types.ModuleType]:
    yield package
    for found in pkgutil.iter_modules(package.__path__):
        if found.name not in NOT_LOADED:
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            yield from _modules(module) if found.ispkg else [module]


def _names(module: types.ModuleType) -> set[str]:
    """What a module defines; of a package, and of the module of messages, everything of the library that is in it."""
    public = {name for name in dir(module) if not name.startswith("_")}
    if hasattr(module, "__path__"):
        return {name for name in public if _is_ours(getattr(module, name))}
    if module.__name__ == f"{OLD_ROOT}.protos":
        return {name for name in public if isinstance(getattr(module, name), type)}
    return public & _defined(ast.parse(inspect.getsource(module)).body)


def _is_ours(value: Any) -> bool:
    """Whether a value is the library's: a name from typing itself is not, a union made with it is."""
    home = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", "typing")
    return home.startswith("google.") or (home == "typing" and value not in vars(typing).values())


def _defined(statements: list[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.If(body=body, orelse=orelse):
                found |= _defined(body) | _defined(orelse)
    return found


def _classes(modules: list[types.ModuleType]) -> Iterator[tuple[str, dict[str, Any]]]:
    for module in modules:
        for name in sorted(_names(module)):
            value = getattr(module, name)
            if isinstance(value, type) and not hasattr(value, "__total__"):
                yield from _class(f"{module.__name__}.{name}", value)


def _class(name: str, cls: type) -> Iterator[tuple[str, dict[str, Any]]]:
    """A class and, of a message, the classes inside it."""
    fields = dict(cls.meta.fields) if hasattr(cls, "meta") and hasattr(cls.meta, "fields") else {}
    members = {member for member in dir(cls) if not member.startswith("_")} | fields.keys() | _of_instances(cls)
    if fields or hasattr(cls, "pb"):
        members -= FROM_PROTO_PLUS
    if issubclass(cls, enum.Enum):
        members = set(cls.__members__)
    yield (
        name,
        {
            "identity": f"{cls.__module__}.{cls.__qualname__}",
            "bases": [base.__name__ for base in cls.__mro__],
            "members": sorted(members),
            "holds": {field: _held(one) for field, one in fields.items() if getattr(one.message, "meta", None)},
            "gives": {member: _member_annotation(cls, member) for member in sorted(members)},
        },
    )
    for inner in sorted(members):
        value = getattr(cls, inner, None)
        if isinstance(value, type) and value.__qualname__ == f"{cls.__qualname__}.{inner}":
            yield from _class(f"{name}.{inner}", value)


def _held(field: Any) -> list[Any]:
    return [field.message.__qualname__, bool(field.repeated)]


def _member_annotation(cls: type, member: str) -> str:
    for base in cls.__mro__:
        if member in getattr(base, "__annotations__", {}):
            return str(base.__annotations__[member])
    value = inspect.getattr_static(cls, member, None)
    return _annotated(value.fget if isinstance(value, property) else getattr(value, "__func__", value))


def _annotated(value: Any) -> str:
    """What a function says that it returns, as it is written; empty where it says nothing."""
    return str(getattr(value, "__annotations__", {}).get("return", "")) if callable(value) else ""


def _of_instances(cls: type) -> set[str]:
    """Fields of a dataclass, and what `__init__` sets on `self`."""
    found = {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else set()
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls.__init__)))  # type: ignore[misc]
    except (OSError, TypeError, SyntaxError):
        return {name for name in found if not name.startswith("_")}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                found.add(name)
    return {name for name in found if not name.startswith("_")}


# ---- the new library


def _new() -> dict[str, Any]:
    genai = importlib.import_module(NEW_ROOT)
    client = genai.Client(api_key="not a key")
    described: dict[str, Any] = {"classes": {}, "parameters": {}}
    names = {"genai.Client": genai.Client, "genai.__version__": genai.__version__}
    names |= {**dict(_paths("client", client)), **dict(_paths("client.aio", client.aio))}
    for module in ("types", "chats", "errors", "pagers"):
        for name, value in vars(importlib.import_module(f"{NEW_ROOT}.{module}")).items():
            if not name.startswith("_"):
                names[f"{module}.{name}"] = value
            if isinstance(value, type) and value.__module__.startswith(NEW_ROOT):
                described["classes"][f"{module}.{name}"] = _members(value)
                names |= {f"{module}.{name}.{member}": getattr(value, member, None) for member in _members(value)}
    described["parameters"] = {name: _parameters(value) for name, value in sorted(names.items())}
    return described


def _paths(name: str, owner: Any) -> Iterator[tuple[str, Any]]:
    """What hangs below a client, two steps deep."""
    for member in dir(owner):
        if not member.startswith("_"):
            value = getattr(owner, member)
            yield f"{name}.{member}", value
            if type(value).__module__.startswith(NEW_ROOT):
                yield from (
                    (f"{name}.{member}.{inner}", getattr(value, inner)) for inner in dir(value) if inner[0] != "_"
                )


def _members(cls: type) -> list[str]:
    if issubclass(cls, enum.Enum):
        return sorted(cls.__members__)
    fields = getattr(cls, "model_fields", {})
    return sorted({member for member in dir(cls) if not member.startswith("_")} | set(fields))


def _parameters(value: Any) -> list[str] | None:
    """The names under which a callable takes its arguments; None for what is not called."""
    if isinstance(value, type) and hasattr(value, "model_fields"):
        return sorted(value.model_fields)
    if not callable(value):
        return None
    try:
        return list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    print(json.dumps(main(sys.argv[1])))  # noqa: T201
