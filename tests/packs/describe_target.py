"""Lists the public modules and names of a library of this environment as JSON; runs there as its own process.

Called as `describe_target ROOT`. A name counts where the library itself defines it: what a module merely holds, such as
the `os` that it imports or a function of a private neighbour, is none of its names.
"""

import importlib
import json
import os
import pkgutil
import sys
import types
import warnings
from collections.abc import Iterator
from typing import Any

CONSTANTS = (str, int, float, bool, bytes, tuple, frozenset, type(None))


def main(root: str) -> dict[str, list[str]]:
    """Each public module with its public names, submodules apart: those directly below the root, and packages in them."""
    modules = list(_modules(importlib.import_module(root), 2))
    return {module.__name__: sorted(_names(module, root)) for module in modules}


def _modules(package: types.ModuleType, depth: int) -> Iterator[types.ModuleType]:
    yield package
    for found in pkgutil.iter_modules(getattr(package, "__path__", ()) if depth else ()):
        if found.name.startswith("_") or found.name in {"tests", "cli"} or (depth == 1 and not found.ispkg):
            continue
        try:
            module = importlib.import_module(f"{package.__name__}.{found.name}")
        except Exception:  # noqa: BLE001, S112 - a part that needs a library which is not installed, and says so in its own way
            continue
        yield from _modules(module, depth - 1)


def _names(module: types.ModuleType, root: str) -> Iterator[str]:
    listed = frozenset(getattr(module, "__all__", ()))
    for name, value in vars(module).items():
        if name.startswith("_") or issubclass(type(value), types.ModuleType) or _stands_for_what_is_gone(value):
            continue
        own = f"{_home(value)}.".startswith(f"{root}.") and not _is_borrowed(module, value)
        if own or (name in listed and (type(value) in CONSTANTS or _home(value) == "typing")):
            yield name


def _is_borrowed(module: types.ModuleType, value: Any) -> bool:
    """Whether the value is a function of a private neighbour that a module, and no package, merely uses."""
    private = any(part.startswith("_") for part in _home(value).split("."))
    return private and type(value) is types.FunctionType and not hasattr(module, "__path__")


def _stands_for_what_is_gone(value: Any) -> bool:
    """Openai keeps the names of its old functions, to say what became of them when one is called."""
    return "._old_api" in f"{type(value).__module__} {_home(value)}"


def _home(value: Any) -> str:
    """The module in which a class or function is made, or the class of an object; clients made on first use included."""
    if type(value) in CONSTANTS:
        return ""
    try:
        return str(value.__module__)
    except Exception:  # noqa: BLE001 - such a client raises whatever it likes
        return type(value).__module__


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    os.environ["OPENAI_API_KEY"] = "none"  # without one, a client that is made on first use cannot be looked at
    print(json.dumps(main(sys.argv[1])))  # noqa: T201
