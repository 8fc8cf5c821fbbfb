"""The fields of a configuration: written out, in a dict that a name holds, or in an object of the old class."""

import ast
from collections.abc import Iterator
from functools import cached_property

from bot.models.struct import Frozen, Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.calls.keywords import unpacked
from bot.rules.written_values.classes import makes, names_class
from bot.rules.written_values.definitions import Definitions, Leaf, scope_at
from bot.rules.written_values.imported import ImportedValues
from bot.rules.written_values.layout import Passed
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.schemas import is_sent_alike
from bot.rules.written_values.tables import Argument, FieldKind, Tables
from bot.rules.written_values.written import Written
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.vocabulary import Bail

_MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping"})


class Spread(Frozen):
    """A dict that is unpacked: its text, and the keys that it may have; None where they are not known."""

    text: str
    keys: frozenset[str] | None


class Whole(Frozen):
    """An object of the configuration's class: its text, and the fields that it certainly has; None where unknown."""

    text: str
    sets: frozenset[str] | None
    node: ast.AST


class FieldsRead(Mutable):
    """What one argument brings: fields by name, or an unpacked dict, or one object. `written` came along with it."""

    fields: dict[str, Passed] = anew(dict)
    spread: Spread | None = None
    whole: Whole | None = None
    written: list[Written] = anew(list)


class Fields:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: Tables, text: MovedText) -> None:
        self._view = view
        self._names = names
        self._tables = tables
        self._definitions = Definitions(view, names)
        self._imported = ImportedValues(view)
        self._text = text

    def read(self, node: ast.expr, scope: Scope) -> FieldsRead | Problem:
        """What the argument brings."""
        match node:
            case ast.Dict() if None not in node.keys:
                return self._display(node)
            case ast.Call() if makes(self._view, node, self._tables.configs):
                return self._construction(node)
            case ast.Call(func=ast.Name(id="dict"), args=[]) if all(one.arg is not None for one in node.keywords):
                return self._written_out([(one.arg or "", one.value, one) for one in node.keywords])
            case _:
                return self._held(node, scope)

    # ---- written out

    def _display(self, node: ast.Dict) -> FieldsRead | Problem:
        entries: list[tuple[str, ast.expr, ast.AST]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                return Problem(Bail.ARGUMENTS_NOT_KNOWN, key or value)
            entries.append((key.value, value, key))
        return self._written_out(entries)

    def _construction(self, node: ast.Call) -> FieldsRead | Problem:
        if any(isinstance(one, ast.Starred) for one in node.args) or len(node.args) > len(self._tables.order):
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node)
        entries: list[tuple[str, ast.expr, ast.AST]] = [
            (name, value, value) for name, value in zip(self._tables.order, node.args, strict=False)
        ]
        for keyword in node.keywords:
            if keyword.arg is None:
                return self._unpacked_construction(node)
            entries.append((keyword.arg, keyword.value, keyword))
        found = self._written_out([one for one in entries if not _is_nothing(one[1])])
        if isinstance(found, FieldsRead):
            found.written.append(Written("", taken=frozenset({node, *_names_in(node.func)})))
        return found

    def _unpacked_construction(self, node: ast.Call) -> FieldsRead | Problem:
        match node:
            case ast.Call(args=[], keywords=[ast.keyword(arg=None, value=value)]):
                found = self._held(value, scope_at(self._view.anatomy, value))
                if isinstance(found, FieldsRead):
                    found.written.append(Written("", taken=frozenset({node, *_names_in(node.func)})))
                return found
            case _:
                return Problem(Bail.ARGUMENTS_NOT_KNOWN, node)

    def _written_out(self, entries: list[tuple[str, ast.expr, ast.AST]]) -> FieldsRead | Problem:
        found = FieldsRead()
        for name, value, spelt in entries:
            kind = self._tables.fields.get(name)
            if kind is None:
                return Problem(Bail.ARGUMENT_CHANGED, spelt, f"the new configuration has no {name}")
            written = self._value(kind, value)
            if isinstance(written, Problem):
                return written
            found.written.append(written)
            found.fields[name] = Passed(name, written.text)
        return found

    def _value(self, kind: FieldKind, value: ast.expr) -> Written | Problem:
        problem = self._misfit(kind, value)
        return problem or self._text.written(value)

    def _misfit(self, kind: FieldKind, value: ast.expr | None) -> Problem | None:
        """Why a value does not mean the same in the new configuration."""
        if value is None:
            return None
        if kind is FieldKind.TEXTS and isinstance(value, ast.Constant) and isinstance(value.value, str):
            return Problem(Bail.ARGUMENT_CHANGED, value, "a single text was taken letter by letter")
        if kind is FieldKind.SCHEMA and not is_sent_alike(self._view, value, self._tables.schemas):
            return Problem(Bail.ARGUMENT_CHANGED, value, "a schema is sent in another way")
        return None

    # ---- held somewhere

    def _held(self, node: ast.expr, scope: Scope) -> FieldsRead | Problem:
        leaves = self._definitions.leaves(node, scope)
        if leaves is None:
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node)
        real = [leaf for leaf in leaves if not leaf.is_nothing]
        text = self._text.written(node)
        if isinstance(text, Problem):
            return text
        if real and all(self._is_configuration(leaf) for leaf in real):
            return self._object(node, leaves, text)
        return self._mapping(node, leaves, text)

    def _is_configuration(self, leaf: Leaf) -> bool:
        """Whether an expression gives, or a parameter is declared to hold, an object of the configuration's class."""
        if isinstance(leaf.node, ast.Call):
            return makes(self._view, leaf.node, self._tables.configs)
        annotation = leaf.node.annotation if isinstance(leaf.node, ast.arg) else None
        return annotation is not None and names_class(self._view, annotation, leaf.scope, self._tables.configs)

    def _object(self, node: ast.expr, leaves: list[Leaf], text: Written) -> FieldsRead | Problem:
        if any(leaf.is_nothing or self._may_be_nothing(leaf) for leaf in leaves):
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node, "the configuration may be None")
        sets = [self._fields_set(leaf.node) for leaf in leaves]
        alike = len(set(sets)) == 1
        return FieldsRead(whole=Whole(text.text, sets[0] if alike else None, node), written=[text])

    def _fields_set(self, node: ast.AST) -> frozenset[str] | None:
        if not isinstance(node, ast.Call) or node.args:
            return None
        certain = {
            one.arg for one in node.keywords if isinstance(one.value, ast.Constant) and one.value.value is not None
        }
        return frozenset(name for name in certain if name) if len(certain) == len(node.keywords) else None

    def _mapping(self, node: ast.expr, leaves: list[Leaf], text: Written) -> FieldsRead | Problem:
        keys: set[str] | None = set()
        within: set[str] = set()
        for leaf in leaves:
            if leaf.is_nothing:
                continue
            found = self._keys_of(leaf, node)
            if isinstance(found, Problem):
                return found
            known, names = found
            within |= names
            keys = keys | known if keys is not None and known is not None else None
        nothing = any(leaf.is_nothing or self._may_be_nothing(leaf) for leaf in leaves)
        shown = f"({text.text} or {{}})" if nothing else text.text
        shown = f"({shown})" if not nothing and not isinstance(node, _PRIMARY) else shown
        spread = Spread(shown, frozenset(keys) if keys is not None else None)
        return FieldsRead(spread=spread, written=[text, Written("", within_file=frozenset(within))])

    def _may_be_nothing(self, leaf: Leaf) -> bool:
        """Whether a parameter is None where a call leaves it out, or may be by what is said of it."""
        if not isinstance(leaf.node, ast.arg):
            return False
        arguments = self._view.anatomy.parents[leaf.node]
        assert isinstance(arguments, ast.arguments)
        named = [*arguments.posonlyargs, *arguments.args]
        defaults = dict(zip(reversed(named), reversed(arguments.defaults), strict=False))
        defaults |= {
            one: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value
        }
        default = defaults.get(leaf.node)
        annotation = leaf.node.annotation
        return (default is not None and _is_nothing(default)) or (
            annotation is not None and _allows_nothing(annotation)
        )

    def _keys_of(self, leaf: Leaf, node: ast.expr) -> tuple[set[str] | None, set[str]] | Problem:
        """The keys of one dict that the expression may be, and names that other files must not use."""
        if isinstance(leaf.node, ast.arg):
            annotation = leaf.node.annotation
            if annotation is not None and _is_mapping(annotation):
                return None, set()
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node)
        if not isinstance(leaf.node, ast.Dict | ast.Call) or not self._is_dict(leaf.node):
            return self._keys_elsewhere(leaf, node)
        last = leaf.path[-1] if leaf.path else leaf.node
        found = unpacked(self._view.anatomy, self._names, last, self._passed_as)
        if found is None:
            return (None, set()) if not self._mentions_schema else Problem(Bail.ARGUMENTS_NOT_KNOWN, node)
        for key in found.keys:
            kind = self._tables.fields.get(key.name)
            if kind is None:
                return Problem(Bail.ARGUMENT_CHANGED, key.spelt or node, f"the new configuration has no {key.name}")
            problem = self._misfit(kind, key.value)
            if problem is not None:
                return problem
        return {key.name for key in found.keys}, set(found.within_file)

    def _keys_elsewhere(self, leaf: Leaf, node: ast.expr) -> tuple[set[str] | None, set[str]] | Problem:
        """The keys of a dict that another module holds."""
        value = self._imported.value(leaf)
        if not isinstance(value, ast.Dict) or self._is_changed(leaf):
            return self._imported.asked(Problem(Bail.ARGUMENTS_NOT_KNOWN, node), leaf)
        keys = set[str]()
        for key, held in zip(value.keys, value.values, strict=True):
            name = str(key.value) if isinstance(key, ast.Constant) else ""
            kind = self._tables.fields.get(name)
            if kind is None:
                return Problem(Bail.ARGUMENT_CHANGED, node, f"the new configuration has no {name}")
            if kind is FieldKind.SCHEMA or self._misfit(kind, held) is not None:
                return Problem(Bail.ARGUMENT_CHANGED, node, f"{name} is sent in another way")
            keys.add(name)
        return keys, set()

    def _is_changed(self, leaf: Leaf) -> bool:
        """Whether this file changes a dict of another module."""
        names = [*leaf.path, leaf.node]
        spelt = {one.id if isinstance(one, ast.Name) else one.attr for one in names if isinstance(one, _SPELT)}
        uses = (node for name in spelt for node, _ in self._view.anatomy.names.get(name, ()))
        further = (node for name in spelt for node, _ in self._view.anatomy.attributes.get(name, ()))
        return any(self._changes(node) for node in (*uses, *further))

    def _changes(self, node: ast.expr) -> bool:
        parent = self._view.anatomy.parents[node]
        if isinstance(parent, ast.Subscript):
            return parent.value is node and not isinstance(parent.ctx, ast.Load)
        return isinstance(parent, ast.Attribute) and parent.attr in _CHANGES

    def _is_dict(self, node: ast.Dict | ast.Call) -> bool:
        return isinstance(node, ast.Dict) or (isinstance(node.func, ast.Name) and node.func.id == "dict")

    @cached_property
    def _passed_as(self) -> frozenset[str]:
        return frozenset(name for name, kind in self._tables.arguments.items() if kind is Argument.FIELDS)

    @cached_property
    def _mentions_schema(self) -> bool:
        """Whether the file names a field of which the value would have to be seen."""
        named = {name for name, kind in self._tables.fields.items() if kind is FieldKind.SCHEMA}
        anatomy = self._view.anatomy
        keywords = (keyword.arg for call, _ in anatomy.calls for keyword in call.keywords)
        return bool(named & ({str(one.value) for one, _ in anatomy.strings} | {*keywords} | anatomy.attributes.keys()))


_SPELT = ast.Name | ast.Attribute
_CHANGES = frozenset({"update", "setdefault", "pop", "popitem", "clear"})
_PRIMARY = ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Dict


def _is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _names_in(node: ast.AST) -> Iterator[ast.AST]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Name | ast.Attribute))


def _is_mapping(annotation: ast.expr) -> bool:
    """Whether an annotation says that something is a dict, or None."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _MAPPINGS
        case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=inner):
            return _is_mapping(inner)
        case ast.Subscript(value=value):
            return _is_mapping(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return all(_is_mapping(one) or _is_nothing(one) for one in (left, right))
        case _:
            return False


def _allows_nothing(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return any(_is_nothing(one) for one in (left, right))
        case _:
            return False
