"""Fields of dataclasses that models are given to when an object is made: they are attributes of it."""

import ast
from typing import TYPE_CHECKING

from bot.rules.answers.shapes import Type
from bot.rules.model_objects.annotated import is_annotation
from bot.scan.scopes import Defined
from bot.scan.usage_index import last_name
from bot.scan.values import NOTHING, Container, LocalObject

if TYPE_CHECKING:
    from bot.rules.model_objects.places import ModelFlow

_DECORATOR = "dataclass"
_FIELD = "field"
_OF_PLAIN_FIELDS = frozenset({"default", "default_factory", "repr", "compare", "hash"})
_NO_FIELD = frozenset({"ClassVar", "InitVar", "KW_ONLY"})
_SHOWN_BY = frozenset({"print", "pprint", "str", "repr", "format", "debug", "info", "warning", "error", "write"})
_LOOKS_AT_FIELDS = frozenset({"asdict", "astuple", "dataclasses", "fields", "__dataclass_fields__"})


def given(flow: "ModelFlow", node: ast.expr, parent: ast.AST, held: Type) -> bool:
    """Whether it is an argument for a field of a dataclass of the file, or what makes one where there is none; then
    reads of the attribute are followed.
    """
    call = flow.anatomy.parents[parent] if isinstance(parent, ast.keyword) else parent
    made = _made(flow, parent) if isinstance(parent, ast.Lambda) else None
    cls = made[0] if made is not None else _class_of(flow, call) if isinstance(call, ast.Call) else None
    fields = _fields(cls) if cls is not None else None
    looked_at = not _LOOKS_AT_FIELDS.isdisjoint({*flow.anatomy.names, *flow.anatomy.attributes})
    if cls is None or fields is None or looked_at:
        return False
    if made is not None:
        name: str | None = made[1]
    else:
        assert isinstance(call, ast.Call)
        name = parent.arg if isinstance(parent, ast.keyword) else _at(fields, call, node)
    calls = _calls(flow, cls)
    if name not in fields or calls is None or _is_looked_at(flow, cls):
        return False
    for other in calls:
        argument = _argument(fields, other, str(name))
        if argument is not None and argument is not node:
            flow.promise(argument, held)
    flow.stays_within_file(cls.name)
    flow.keep(str(name), cls, held)
    return True


def made_for_field(value: ast.AST | None) -> ast.expr | None:
    """What a field of a dataclass is where none is given: that of `field(default_factory=lambda: …)`."""
    match value:
        case ast.Call(args=[], keywords=[ast.keyword(arg="default_factory", value=ast.Lambda(body=body))]):
            return body if last_name(value) == _FIELD else None
        case _:
            return None


def _made(flow: "ModelFlow", function: ast.Lambda) -> tuple[ast.ClassDef, str] | None:
    """The dataclass, and the field of it, that a function makes the value of."""
    parents = flow.anatomy.parents
    statement = parents[parents[parents[function]]]
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if made_for_field(value) is function.body:
            cls = parents[statement]
            return (cls, name) if isinstance(cls, ast.ClassDef) and _is_plain(cls) else None
        case _:
            return None


def _class_of(flow: "ModelFlow", call: ast.Call) -> ast.ClassDef | None:
    """The dataclass whose objects a call makes, if nothing is taken over and nothing is made in another way."""
    home = flow.names.home(call.func) if isinstance(call.func, ast.Name) else None
    bindings = home.bindings[call.func.id] if home is not None and isinstance(call.func, ast.Name) else []
    match bindings:
        case [Defined(node=ast.ClassDef() as cls)]:
            return cls if _is_plain(cls) else None
        case _:
            return None


def _is_plain(cls: ast.ClassDef) -> bool:
    """Whether it is a dataclass that takes nothing over, and makes its objects itself."""
    match cls:
        case ast.ClassDef(bases=[], keywords=[], decorator_list=[decorator]):
            makes = any(getattr(one, "name", None) in {"__init__", "__post_init__"} for one in cls.body)
            return last_name(decorator) == _DECORATOR and not makes
        case _:
            return False


def _fields(cls: ast.ClassDef) -> list[str] | None:
    """The fields in their order; None where one is no plain one."""
    found = []
    for one in cls.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            if _NO_FIELD & {last_name(part) for part in ast.walk(one.annotation)} or not _is_plain_value(one.value):
                return None
            found.append(one.target.id)
    return found


def _is_plain_value(value: ast.expr | None) -> bool:
    """Whether a field with such a value is passed like any other."""
    if not isinstance(value, ast.Call):
        return True
    return last_name(value) == _FIELD and all(one.arg in _OF_PLAIN_FIELDS for one in value.keywords)


def _calls(flow: "ModelFlow", cls: ast.ClassDef) -> list[ast.Call] | None:
    """Every call of the class; None where it is used in another way than to annotate."""
    found = []
    for read, _ in flow.anatomy.names[cls.name]:
        parent = flow.anatomy.parents[read]
        if isinstance(parent, ast.Call) and parent.func is read:
            found.append(parent)
        elif not is_annotation(flow.anatomy, read):
            return None
    hidden = (
        any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
        for call in found
    )
    return None if any(hidden) else found


def _is_looked_at(flow: "ModelFlow", cls: ast.ClassDef) -> bool:
    """Whether an object is shown, or compared, as a whole: that would show, or compare, the model as well."""
    for node in ast.walk(flow.anatomy.tree):
        match node:
            case ast.FormattedValue(value=one):
                whole = [one]
            case ast.Call(args=arguments) if last_name(node) in _SHOWN_BY:
                whole = arguments
            case ast.Compare(left=left, ops=operators, comparators=others):
                same = all(isinstance(one, ast.Is | ast.IsNot) for one in operators)
                whole = [] if same else [left, *others]
            case _:
                continue
        if any(_is_of(flow, one, cls) for one in whole):
            return True
    return False


def _is_of(flow: "ModelFlow", node: ast.expr, cls: ast.ClassDef) -> bool:
    """Whether it is an object of the class, or a container with one."""
    resolver, named = flow.view.resolver, _named(node)
    values = resolver.values(node, flow.names.scope_of(named)) if isinstance(named, ast.Name) else NOTHING
    held = (one for value in values if isinstance(value, Container) for one in resolver.contents(value.site))
    return LocalObject(cls) in (*values, *held)


def _named(node: ast.expr) -> ast.expr:
    """The name that an expression begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


def _at(fields: list[str], call: ast.Call, node: ast.expr) -> str | None:
    at = call.args.index(node) if node in call.args else len(fields)
    return fields[at] if at < len(fields) else None


def _argument(fields: list[str], call: ast.Call, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    at = fields.index(name)
    return call.args[at] if at < len(call.args) else None
