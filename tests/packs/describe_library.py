"""Describes the library of an environment as JSON; runs there as its own process.

Called as `describe_library ROOT FOLDER`, and as `describe_library ROOT FOLDER names` where only names are wanted (PyPDF2
1.x, whose classes cannot be tried out in the same way).

ROOT is the library's root module, FOLDER holds the documents of the wire cases. What is told: the public names of every
module, the public members of every class by each full name it has, which of them only raise a DeprecationError, how
callables take their parameters, the values of constants, what attributes an instance has beyond its class, and of which
classes the things are that properties and methods give.
"""

import ast
import enum
import importlib
import inspect
import io
import json
import logging
import pkgutil
import sys
import textwrap
import types
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any


def main(root: str, folder: Path, *, names_only: bool) -> dict[str, Any]:
    """The whole description."""
    modules = {module.__name__: module for module in _modules(importlib.import_module(root))}
    classes = {
        f"{name}.{attribute}": value
        for name, module in modules.items()
        for attribute, value in _public(module)
        if isinstance(value, type) and value.__module__.split(".")[0] == root
    }
    return {
        "modules": {name: {n: _described(v, root) for n, v in _public(m)} for name, m in modules.items()},
        "classes": {name: _class(cls, root) for name, cls in classes.items()},
        "instances": {} if names_only else _instances(root, folder),
        "gives": {} if names_only else _given(root, folder),
    }


def _modules(package: types.ModuleType) -> Iterator[types.ModuleType]:
    yield package
    for found in pkgutil.iter_modules(package.__path__):
        if not found.name.startswith("_"):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            yield from _modules(module) if found.ispkg else [module]


def _public(owner: types.ModuleType) -> Iterator[tuple[str, Any]]:
    names = getattr(owner, "__all__", None)
    for name in sorted(vars(owner) if names is None else {*names, *vars(owner)}):
        if not name.startswith("_"):
            yield name, getattr(owner, name)


def _described(value: Any, root: str) -> dict[str, Any]:
    module = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
    return {
        "own": (module or root).split(".")[0] == root and not inspect.ismodule(value),
        "module": inspect.ismodule(value),
        "raises": _only_raises(value),
        "parameters": _parameters(value),
    }


def _class(cls: type, root: str) -> dict[str, Any]:
    members = {name: _member(cls, name, root) for name in dir(cls) if not name.startswith("_")}
    return {"bases": [base.__name__ for base in cls.__mro__], "parameters": _parameters(cls), "members": members}


def _member(cls: type, name: str, root: str) -> dict[str, Any]:
    static = inspect.getattr_static(cls, name)
    owner = next((base for base in cls.__mro__ if name in vars(base)), cls)
    try:
        value = getattr(cls, name)
    except Exception as error:  # noqa: BLE001
        return {"own": True, "raises": type(error).__name__ == "DeprecationError", "parameters": None, "value": None}
    return {
        "own": owner.__module__.split(".")[0] == root,
        "raises": _only_raises(static),
        "parameters": None if isinstance(static, property) else _parameters(value),
        "value": str(value.value if hasattr(value, "value") else value) if isinstance(value, str | int) else None,
    }


def _only_raises(value: Any) -> bool:
    """Whether the first thing a function does is to raise the library's own DeprecationError."""
    function: Any = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body[0].body  # type: ignore[attr-defined]
    except (OSError, TypeError, AttributeError, SyntaxError, IndexError):
        return False
    statements = [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    first = statements[0] if statements else None
    call = first.value if isinstance(first, ast.Expr) else None
    return isinstance(call, ast.Call) and getattr(call.func, "id", "").startswith("deprecation")


def _parameters(value: Any) -> list[tuple[str, str, bool]] | None:
    """Name, kind and whether it may be left out, in order; None where Python cannot tell, or tells differently in every
    version, as of an enumeration.
    """
    if isinstance(value, enum.EnumMeta):
        return None
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return None
    return [
        (parameter.name, parameter.kind.name, parameter.default is not inspect.Parameter.empty)
        for parameter in signature.parameters.values()
    ]


class _Samples:
    """Real objects of the library, made anew at every question."""

    def __init__(self, root: str, folder: Path) -> None:
        self.library: Any = importlib.import_module(root)
        self.generic: Any = importlib.import_module(f"{root}.generic")
        self._folder = folder

    def reader(self, name: str = "report.pdf") -> Any:
        return self.library.PdfReader(str(self._folder / name))

    def page(self) -> Any:
        return self.reader().pages[0]

    def writer(self) -> Any:
        writer = self.library.PdfWriter()
        writer.add_page(self.page())
        return writer

    def dictionary(self) -> Any:
        return self.generic.DictionaryObject({self.generic.NameObject("/A"): self.generic.NumberObject(1)})

    def stream(self) -> Any:
        stream = self.generic.DecodedStreamObject()
        stream.set_data(b"q Q")
        return stream

    def content(self) -> Any:
        return self.generic.ContentStream(self.page()["/Contents"].get_object(), self.reader())

    def raised(self) -> Any:
        try:
            self.library.PdfReader(io.BytesIO(b"nothing"))
        except Exception as error:  # noqa: BLE001
            return error


def _objects(root: str, folder: Path) -> dict[str, Callable[[], Any]]:
    s = _Samples(root, folder)
    return {
        "PdfReader": s.reader,
        "PdfWriter": s.writer,
        "PageObject": s.page,
        "DocumentInformation": lambda: s.reader().metadata,
        "Transformation": lambda: s.library.Transformation().rotate(90),
        "PageRange": lambda: s.library.PageRange("1:2"),
        "PaperSize": s.library.PaperSize,
        "PasswordType": lambda: s.reader("rc4_40.pdf").decrypt("user"),
        "xmp.XmpInformation": lambda: s.reader().xmp_metadata,
        "papersizes.Dimensions": lambda: s.library.PaperSize.A4,
        "errors.PdfReadError": s.raised,
        "_utils.File": lambda: s.reader("pictures.pdf").pages[0].images[0],
        "generic.ArrayObject": lambda: s.page()["/MediaBox"],
        "generic.BooleanObject": lambda: s.generic.BooleanObject(True),
        "generic.ByteStringObject": lambda: s.generic.ByteStringObject(b"x"),
        "generic.ContentStream": s.content,
        "generic.DecodedStreamObject": s.stream,
        "generic.Destination": lambda: s.reader().outline[0],
        "generic.DictionaryObject": s.dictionary,
        "generic.EncodedStreamObject": lambda: s.stream().flate_encode(),
        "generic.Field": lambda: s.reader("form.pdf").get_fields()["name"],
        "generic.Fit": lambda: s.generic.Fit.xyz(1, 2, 3),
        "generic.FloatObject": lambda: s.generic.FloatObject(1.5),
        "generic.IndirectObject": lambda: s.reader().trailer.raw_get("/Root"),
        "generic.NameObject": lambda: s.page()["/Type"],
        "generic.NullObject": s.generic.NullObject,
        "generic.NumberObject": lambda: s.page()["/MediaBox"][2],
        "generic.OutlineItem": lambda: s.generic.OutlineItem("t", s.generic.NullObject(), s.generic.Fit.fit()),
        "generic.RectangleObject": lambda: s.page().mediabox,
        "generic.StreamObject": s.generic.StreamObject,
        "generic.TextStringObject": lambda: s.reader().metadata["/Title"],
        "generic.TreeObject": s.generic.TreeObject,
    }


def _instances(root: str, folder: Path) -> dict[str, list[str]]:
    found = {}
    for name, make in _objects(root, folder).items():
        value = make()
        own = vars(value) if hasattr(value, "__dict__") else {}
        found[f"{root}.{name}"] = sorted(attribute for attribute in own if not attribute.startswith("_"))
    return found


def _given(root: str, folder: Path) -> dict[str, list[str]]:
    """Class and member, to the names of the classes of what it gives (of an element, where it is a container)."""
    s = _Samples(root, folder)
    t = s.library.Transformation
    g = s.generic
    answers: dict[str, Callable[[], Any]] = {
        "PdfReader.decrypt": lambda: s.reader("rc4_40.pdf").decrypt("user"),
        "PdfReader.get_object": lambda: s.reader().get_object(s.reader().trailer.raw_get("/Root")),
        "PdfReader.metadata": lambda: s.reader().metadata,
        "PdfReader.outline": lambda: s.reader().outline[0],
        "PdfReader.pages": lambda: s.reader().pages[0],
        "PdfReader.trailer": lambda: s.reader().trailer,
        "PdfReader.xmp_metadata": lambda: s.reader().xmp_metadata,
        "PdfWriter.add_blank_page": lambda: s.writer().add_blank_page(),
        "PdfWriter.add_page": lambda: s.writer().add_page(s.page()),
        "PdfWriter.get_page": lambda: s.writer().get_page(0),
        "PdfWriter.insert_blank_page": lambda: s.writer().insert_blank_page(),
        "PdfWriter.insert_page": lambda: s.writer().insert_page(s.page()),
        "PdfWriter.pages": lambda: s.writer().pages[0],
        "PdfWriter.get_outline_root": lambda: s.writer().get_outline_root(),
        "PageObject.annotations": lambda: s.page().annotations,
        "PageObject.create_blank_page": lambda: s.library.PageObject.create_blank_page(width=9, height=9),
        "PageObject.get_contents": lambda: s.page().get_contents(),
        "PageObject.images": lambda: s.reader("pictures.pdf").pages[0].images[0],
        "PageObject.rotate": lambda: s.page().rotate(90),
        "PageObject.xmp_metadata": lambda: s.reader().trailer["/Root"].xmp_metadata,
        **{f"PageObject.{box}box": partial(_attribute, s.page, f"{box}box") for box in BOXES},
        "Transformation.rotate": lambda: t().rotate(1),
        "Transformation.scale": lambda: t().scale(1),
        "Transformation.translate": lambda: t().translate(1),
        **{f"PaperSize.{size}": partial(getattr, s.library.PaperSize, size) for size in SIZES},
        "generic.DictionaryObject.get_object": lambda: s.dictionary().get_object(),
        "generic.DictionaryObject.raw_get": lambda: s.dictionary().raw_get("/A"),
        "generic.DictionaryObject.xmp_metadata": lambda: s.reader().trailer["/Root"].xmp_metadata,
        "generic.RectangleObject.scale": lambda: s.page().mediabox.scale(2, 2),
        "generic.IndirectObject.get_object": lambda: s.reader().trailer.raw_get("/Root").get_object(),
        "generic.DecodedStreamObject.get_object": lambda: s.stream().get_object(),
        "generic.DecodedStreamObject.flate_encode": lambda: s.stream().flate_encode(),
        "generic.ContentStream.flate_encode": lambda: s.content().flate_encode(),
        "generic.Destination.dest_array": lambda: s.reader().outline[0].dest_array,
        "generic.Destination.color": lambda: s.reader().outline[0].color,
        **{f"generic.Fit.{kind}": partial(getattr(g.Fit, kind), *numbers) for kind, numbers in FITS.items()},
    }
    return {f"{root}.{name}": [cls.__name__ for cls in type(make()).__mro__] for name, make in answers.items()}


def _attribute(make: Callable[[], Any], name: str) -> Any:
    return getattr(make(), name)


BOXES = ("media", "crop", "trim", "bleed", "art")
SIZES = ("A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "C4")
FITS: dict[str, tuple[int, ...]] = {
    "xyz": (1, 2, 3),
    "fit": (),
    "fit_horizontally": (1,),
    "fit_vertically": (1,),
    "fit_rectangle": (1, 2, 3, 4),
    "fit_box": (),
    "fit_box_horizontally": (1,),
    "fit_box_vertically": (1,),
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2]), names_only=sys.argv[3:] == ["names"])))  # noqa: T201
