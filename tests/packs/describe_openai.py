"""Describes openai in an environment as JSON; runs there as its own process.

`describe_openai old` tells of 0.x: the public names of every module, which of them the module defines itself (the rest it
only imports for its own use), the public members of every class and instance, and of which classes the things are that
methods give. `describe_openai has` reads a JSON list of dotted names and tells which of them can be used: `openai.x.y` in
the library, `client.x.y` on a client, `answer.x` on an answer. `describe_openai fields` tells the fields of models,
`describe_openai parameters` the parameters of methods of a client, `describe_openai errors` what errors have.
"""

import ast
import asyncio
import contextlib
import functools
import importlib
import importlib.abc
import importlib.machinery
import inspect
import io
import json
import pkgutil
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import metadata
from typing import Any

STUBBED = {"matplotlib", "numpy", "pandas", "plotly", "scipy", "sklearn", "tenacity", "wandb"}
"""What some modules of 0.x import, and what is of no interest here."""


class _Stub(types.ModuleType):
    """A module that has every name, each a thing that can be called, used as a decorator and asked for further names."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything()


class _Anything:
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything()

    def __call__(self, *arguments: Any, **_: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else _Anything()


class _Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        wanted = name.split(".", maxsplit=1)[0] in STUBBED
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if wanted else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Stub(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing to run."""


# ---- the old library


def old() -> dict[str, Any]:
    """The whole description of 0.x."""
    modules = {module.__name__: module for module in _modules(importlib.import_module("openai"))}
    return {
        "modules": {
            name: {each: _is_own(module, each) for each in _public(module)} for name, module in modules.items()
        },
        "classes": {
            f"{name}.{each}": _members(value)
            for name, module in modules.items()
            for each, value in vars(module).items()
            if isinstance(value, type) and value.__module__.startswith("openai")
        },
        "gives": _given(),
    }


def _modules(package: types.ModuleType) -> Iterator[types.ModuleType]:
    yield package
    for found in pkgutil.iter_modules(package.__path__):
        if not found.name.startswith("_") and found.name != "tests":
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            yield from _modules(module) if found.ispkg else [module]


def _public(module: types.ModuleType) -> list[str]:
    return sorted(name for name in vars(module) if not name.startswith("_"))


def _is_own(module: types.ModuleType, name: str) -> bool:
    """Whether the module is where a program would look for the name: defined there, below it, or passed on by it."""
    value = vars(module)[name]
    if inspect.ismodule(value):
        return value.__name__ == f"{module.__name__}.{name}"
    if hasattr(module, "__path__") and getattr(value, "__module__", "").startswith("openai."):
        return True
    return name in _defined(module)


def _defined(module: types.ModuleType) -> set[str]:
    names: set[str] = set()
    for node in _statements(ast.parse(inspect.getsource(module)).body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _statements(getattr(node, field, []))


def _members(cls: type) -> list[str]:
    """The public members of a class, and of an instance where one can be made without effort."""
    names = {*dir(cls), *(name for base in cls.__mro__ if base.__module__.startswith("openai") for name in vars(base))}
    try:
        names |= set(vars(_instance(cls)))
    except Exception:  # noqa: BLE001 - then the class alone is told
        return sorted(name for name in names if not name.startswith("_"))
    return sorted(name for name in names if not name.startswith("_"))


def _instance(cls: Any) -> Any:
    if cls.__name__ == "APIRequestor":
        return cls(key="k")
    if cls.__name__ == "OpenAIResponse":
        return cls({}, {})
    if issubclass(cls, Exception):
        return cls(*["x"] * (2 if cls.__name__ in {"InvalidRequestError", "SignatureVerificationError"} else 1))
    return cls()


ITEM = {"id": "x", "embedding": [0.5], "purpose": "p", "bytes": 1, "filename": "x"}
ANSWER = {"id": "x", "object": "list", "data": [ITEM]}


def _given() -> dict[str, list[str]]:
    """Class and method, to the names of the classes of what it gives, or of what iterating over that gives first.

    The service is left out: every request is answered with `ANSWER`.
    """
    library: Any = importlib.import_module("openai")
    answered = importlib.import_module("openai.openai_response").OpenAIResponse(ANSWER, {})
    requestor = importlib.import_module("openai.api_requestor").APIRequestor

    def request(_: Any, *__: Any, stream: bool = False, **___: Any) -> Any:
        return (iter([answered]) if stream else answered), stream, "k"

    async def arequest(_: Any, *__: Any, stream: bool = False, **___: Any) -> Any:
        return (_later(answered) if stream else answered), stream, "k"

    requestor.request, requestor.arequest, library.api_key = request, arequest, "k"
    return {
        f"openai.{name}": [each.__name__ for each in type(make()).__mro__] for name, make in _calls(library).items()
    }


async def _later(value: Any) -> Any:
    yield value


def _calls(library: Any) -> dict[str, Callable[[], Any]]:
    file = io.BytesIO(b"x")
    file.name = "x.mp3"
    model, job = {"model": "m"}, ("x",)
    azure = {"api_type": "azure", "api_version": "1", "api_base": "http://127.0.0.1"}
    table: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
        **{f"{cls}.create": ((), model) for cls in ("ChatCompletion", "Completion", "Embedding", "Edit")},
        "Image.create": ((), {}),
        **{f"Image.{name}": ((file,), {}) for name in ("create_edit", "create_variation")},
        **{f"Audio.{name}": (("m", file), {}) for name in ("transcribe", "translate")},
        **{f"Audio.{name}": (("m", file, "x"), {}) for name in ("transcribe_raw", "translate_raw")},
        "Moderation.create": (("x",), {}),
        "Customer.create": (("x", "y"), {}),
        "File.create": ((file, "p"), {}),
        **{f"{cls}.create": ((), {}) for cls in ("FineTune", "FineTuningJob")},
        **{f"{cls}.cancel": (job, {}) for cls in ("FineTune", "FineTuningJob")},
        **{f"{cls}.list_events": (job, {}) for cls in ("FineTune", "FineTuningJob")},
        **{f"{cls}.delete": (job, {}) for cls in ("File", "FineTune", "FineTuningJob", "Model")},
        **{f"{cls}.retrieve": (job, {}) for cls in ("File", "FineTune", "FineTuningJob", "Model", "Engine")},
        **{f"{cls}.list": ((), {}) for cls in ("File", "FineTune", "FineTuningJob", "Model", "Engine")},
        "Deployment.create": ((), {"model": "m", "scale_settings": {"scale_type": "s"}, **azure}),
        "Deployment.list": ((), azure),
        "Deployment.retrieve": (job, azure),
        "Deployment.delete": (job, azure),
        "Engine.modify": (job, {}),
        "FineTune.stream_events": (job, {}),
        "File.find_matching_files": (("x", 1, "p"), {}),
    }
    calls: dict[str, Callable[[], Any]] = {}
    for name, (arguments, keywords) in table.items():
        cls, _, method = name.partition(".")
        owner = getattr(library, cls)
        calls[name] = partial(_at_once, owner, method, arguments, keywords)
        if hasattr(owner, f"a{method}"):
            calls[f"{cls}.a{method}"] = partial(_awaited, owner, f"a{method}", arguments, keywords)
    engine, prompt = library.Engine("x"), {"prompt": "p"}
    calls["Engine.generate"] = partial(_at_once, engine, "generate", (), prompt)
    calls["Engine.embeddings"] = partial(_at_once, engine, "embeddings", (), prompt)
    calls["Engine.agenerate"] = partial(_awaited, engine, "agenerate", (), prompt)
    return calls


def _at_once(owner: Any, method: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    return _first(getattr(owner, method)(*arguments, **keywords))


def _awaited(owner: Any, method: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    async def run() -> Any:
        given = await getattr(owner, method)(*arguments, **keywords)
        if inspect.isasyncgen(given):
            return await anext(given)
        return _first(given)

    return asyncio.run(run())


def _first(given: Any) -> Any:
    """The first of what a generator or a list holds; anything else itself."""
    return next(iter(given)) if inspect.isgenerator(given) or type(given) is list else given


# ---- either library


def has(names: list[str]) -> list[str]:
    """Those of the names that can be used."""
    return [name for name in names if _usable(name)]


def _usable(name: str) -> bool:
    first, *rest = name.split(".")
    try:
        value = _start(first)
    except ImportError:
        return False
    path = first
    for part in rest:
        try:
            value = _attribute(value, path, part)
        except (AttributeError, ImportError):
            return False
        path = f"{path}.{part}"
        if type(value).__name__ == "APIRemovedInV1Proxy":  # what stands for a class of 0.x: its every use raises
            return False
    return True


def _attribute(value: Any, path: str, part: str) -> Any:
    """`part` of what stands at `path`; of a module of that name where something else hides it."""
    try:
        return getattr(value, part)
    except AttributeError:
        if path in sys.modules:
            with contextlib.suppress(AttributeError):
                return getattr(sys.modules[path], part)
        return importlib.import_module(f"{path}.{part}")


def _start(first: str) -> Any:
    library: Any = importlib.import_module("openai")
    match first:
        case "client":
            return library.OpenAI(api_key="k")
        case "answer":
            return importlib.import_module("openai.types.chat").ChatCompletion.construct()
        case _:
            return importlib.import_module(first)


def fields(names: list[str]) -> dict[str, list[str]]:
    """Each model of the new library, to the names of its fields."""
    found = {}
    for name in names:
        module, _, cls = name.rpartition(".")
        found[name] = sorted(getattr(importlib.import_module(module), cls).model_fields)
    return found


def parameters(paths: list[str]) -> dict[str, dict[str, list[str]]]:
    """Each method of a client, to the parameters that it takes by position, those it needs by name, and all of them."""
    client = importlib.import_module("openai").OpenAI(api_key="k")
    found = {}
    for path in paths:
        signature = inspect.signature(functools.reduce(getattr, path.split("."), client)).parameters
        positional = [name for name, one in signature.items() if one.kind is not one.KEYWORD_ONLY]
        required = [name for name, one in signature.items() if name not in positional and one.default is one.empty]
        found[path] = {"positional": positional, "required": required, "all": list(signature)}
    return found


def errors() -> list[str]:
    """The public attributes that errors of the new library have beside those of any exception."""
    library, used = importlib.import_module("openai"), vars(importlib.import_module("openai._exceptions"))
    httpx = next(module for name, module in used.items() if name.startswith("httpx"))
    request = httpx.Request("POST", "https://service.invalid")
    answered = library.InternalServerError("no", response=httpx.Response(503, request=request), body=None)
    found = {*dir(answered), *dir(library.APITimeoutError(request=request))} - {*dir(Exception())}
    return sorted(name for name in found if not name.startswith("_"))


def describe(what: str) -> Any:
    """What the command line asks for."""
    if what == "errors":
        return errors()
    if what == "old":
        return old()
    if what == "parameters":
        return parameters(json.load(sys.stdin))
    return has(json.load(sys.stdin)) if what == "has" else fields(json.load(sys.stdin))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if metadata.version("openai").startswith("0."):
        sys.meta_path.append(_Stubs())
    with contextlib.redirect_stdout(io.StringIO()):  # some modules say which of their dependencies are missing
        told = describe(sys.argv[1])
    print(json.dumps(told))  # noqa: T201
