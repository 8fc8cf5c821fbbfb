"""Safety settings: a list of dicts, a mapping, or one threshold for every category."""

import ast
import re
from collections.abc import Iterator, Sequence

from bot.models.struct import Frozen, Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.call_text import edit, real
from bot.rules.written_values import layout
from bot.rules.written_values.definitions import Definitions, Leaf
from bot.rules.written_values.held_lists import HeldLists
from bot.rules.written_values.imported import ImportedValues
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.tables import HarmNames, Safety
from bot.rules.written_values.written import Written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope, ScopeKind
from bot.vocabulary import Bail

_SETTING = ("category", "threshold")
_UNSEEN = "the safety settings cannot be seen here"


class Setting(Frozen):
    """One setting: the new name of its category, and expressions for category and threshold.

    `stays`: the new library takes both as they are written; `in_letters` that it does where its class reads them, since
    they are names in small letters.
    """

    category: str
    category_text: str
    threshold_text: str
    stays: bool
    written: tuple[Written, ...] = ()
    in_letters: bool = False


class Settings(Mutable):
    """`text` is an expression that the new library takes; None where the settings have to be written one by one.

    `each`: what the settings are, where that can be told. `held` is the display that a name holds. `to_be_read`: the
    class of the new library has to read them, which a copy of a configuration does not.
    """

    node: ast.AST
    text: str | None
    each: Sequence[Setting]
    written: list[Written] = anew(list)
    held: ast.AST | None = None
    to_be_read: bool = False


class SafetySettings:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: Safety, text: MovedText, types_name: str) -> None:
        self._view = view
        self._names = names
        self._tables = tables
        self._definitions = Definitions(view, names)
        self._imported = ImportedValues(view)
        self._lists = HeldLists(view, names)
        self._text = text
        self._types = types_name

    def read(self, node: ast.expr, scope: Scope) -> Settings | Problem:
        """What the argument brings."""
        match node:
            case ast.List() | ast.Tuple() | ast.Dict():
                return self._written_out(node)
            case ast.Constant(value=str()):
                return self._for_all(node)
            case ast.ListComp() | ast.DictComp():
                moved = self._text.written(node)
                return moved if isinstance(moved, Problem) else self._in_turn(node, Leaf(node, scope), moved)
            case _:
                return self._held(node, scope)

    def rendered(self, settings: Sequence[Setting], indent: str) -> str:
        """The settings as a list of objects of the new library."""
        cls = f"{self._types}.{self._tables.setting}"
        shown = [f"{cls}(category={one.category_text}, threshold={one.threshold_text})" for one in settings]
        return layout.listed(shown, indent)

    # ---- written out

    def _written_out(self, node: ast.expr) -> Settings | Problem:
        settings = self._settings(node)
        if isinstance(settings, Problem):
            return settings
        if isinstance(node, ast.List) and _stay(settings):
            moved = self._text.written(node)
            return moved if isinstance(moved, Problem) else Settings(node, moved.text, settings, [moved])
        last = {one.category: one for one in settings}
        taken = Written("", taken=frozenset(one for one in ast.walk(node) if isinstance(one, ast.expr)))
        return Settings(node, None, list(last.values()), [taken, *(part for one in settings for part in one.written)])

    def _settings(self, node: ast.expr) -> list[Setting] | Problem:
        settings = []
        for pair in self._pairs(node):
            setting = pair if isinstance(pair, Problem) else self._setting(*pair)
            if isinstance(setting, Problem):
                return setting
            settings.append(setting)
        return settings

    def _pairs(self, node: ast.expr) -> Iterator[tuple[ast.expr, ast.expr] | Problem]:
        """Category and threshold of each setting of a display."""
        unread = Problem(Bail.ARGUMENT_CHANGED, node, "a safety setting cannot be read")
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield unread if key is None else (key, value)
            return
        for element in getattr(node, "elts", ()):
            named = _entries(element)
            yield (named["category"], named["threshold"]) if named.keys() == {"category", "threshold"} else unread

    def _setting(self, category: ast.expr, threshold: ast.expr) -> Setting | Problem:
        first = self._name(category, self._tables.category)
        second = self._name(threshold, self._tables.threshold)
        if isinstance(first, Problem):
            return first
        if isinstance(second, Problem):
            return second
        written = (*first.written, *second.written)
        stays, in_letters = first.stays and second.stays, first.in_letters and second.in_letters
        return Setting(first.name, first.text, second.text, stays, written, in_letters)

    def _name(self, node: ast.expr, names: HarmNames) -> "_Named | Problem":
        """A category or threshold: a member of the old library's class, or text."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            new = names.texts.get(node.value.lower())
            if new is not None:
                return _Named(
                    new,
                    f"{self._types}.{names.cls}.{new}",
                    stays=node.value == new,
                    in_letters=node.value.upper() == new,
                )
        member = self._member(node, names)
        if member is not None:
            moved = self._text.written(node)
            return moved if isinstance(moved, Problem) else _Named(member, moved.text, stays=True, written=(moved,))
        return Problem(Bail.ARGUMENT_CHANGED, node, "a safety setting cannot be read")

    def _member(self, node: ast.expr, names: HarmNames) -> str | None:
        """What a member of the class is called, or the text under a name that the new library takes as it is."""
        match node:
            case ast.Attribute(attr=name) if name in names.texts.values() and self._is_member(node, names):
                return name
            case ast.Name():
                match self._definitions.leaves(node, self._names.scope_of(node)):
                    case [Leaf(node=ast.Constant(value=str(spelt)))] if names.texts.get(spelt.lower()) == spelt:
                        return spelt
        return None

    def _is_member(self, node: ast.Attribute, names: HarmNames) -> bool:
        values = self._view.resolver.values(node.value, self._view.anatomy.scope_of[node])
        return any(getattr(one, "symbol", None) in names.classes for one in values)

    def _for_all(self, node: ast.Constant) -> Settings | Problem:
        """One threshold for all categories."""
        threshold = self._name(node, self._tables.threshold)
        if isinstance(threshold, Problem):
            return threshold
        cls = f"{self._types}.{self._tables.category.cls}"
        names = dict.fromkeys(self._tables.every)
        each = [Setting(name, f"{cls}.{name}", threshold.text, stays=False) for name in names]
        return Settings(node, None, each, [*threshold.written])

    # ---- held somewhere

    def _held(self, node: ast.expr, scope: Scope) -> Settings | Problem:
        leaves = self._definitions.leaves(node, scope) or []
        moved = self._text.written(node)
        if isinstance(moved, Problem):
            return moved
        if len(leaves) == 1 and isinstance(leaves[0].node, ast.ListComp | ast.DictComp):
            return self._in_turn(node, leaves[0], moved)
        if len(leaves) == 1 and not isinstance(leaves[0].node, ast.List | ast.Dict):
            return self._of_another_module(node, leaves[0], moved)
        if not leaves or not all(isinstance(leaf.node, ast.List | ast.Dict) for leaf in leaves):
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node, _UNSEEN)
        if len(leaves) == 1 and self._put_in(leaves[0]):
            return self._built(node, leaves[0], moved)
        parts: list[Written] = [moved]
        each: list[Setting] = []
        for leaf in leaves:
            assert isinstance(leaf.node, ast.List | ast.Dict)
            settings = self._settings(leaf.node)
            part = settings if isinstance(settings, Problem) else self._where_held(leaf, leaf.node, settings)
            if isinstance(part, Problem):
                return part
            assert not isinstance(settings, Problem)
            each = settings
            parts.append(part)
        alone = len(leaves) == 1
        return Settings(node, moved.text, each if alone else [], parts, held=leaves[0].node if alone else None)

    # ---- built in steps

    def _put_in(self, leaf: Leaf) -> list[ast.expr]:
        """What is put into a list later that a name holds."""
        return list(self._lists.put_in(leaf.path[-1])) if leaf.path and isinstance(leaf.node, ast.List) else []

    def _built(self, node: ast.expr, leaf: Leaf, moved: Written) -> Settings | Problem:
        """Settings that are put into a list one after the other; each has to be what the new library takes."""
        assert isinstance(leaf.node, ast.List)
        unseen = Problem(Bail.ARGUMENTS_NOT_KNOWN, node, _UNSEEN)
        categories: list[str] = []
        for element in (*leaf.node.elts, *self._put_in(leaf)):
            named = _entries(element)
            if named.keys() != {"category", "threshold"}:
                return unseen
            first = self._spelt(named["category"], self._tables.category)
            if first is None or self._spelt(named["threshold"], self._tables.threshold) is None:
                return unseen
            categories += first
        within = self._unchanged(leaf.path, passed_alone=False, filled=True)
        if within is None or len({*categories}) < len(categories):
            return unseen
        return Settings(node, moved.text, [], [moved, Written("", within_file=frozenset(within))])

    def _spelt(self, node: ast.expr, names: HarmNames) -> list[str] | None:
        """The names that an expression is, one after the other in a loop, where the new library takes them so."""
        if not isinstance(node, ast.Name):
            found = self._name(node, names)
            return [found.name] if not isinstance(found, Problem) and found.stays else None
        match self._names.binder_of_read(node):
            case ast.For(target=ast.Name(), iter=iterable) | ast.comprehension(target=ast.Name(), iter=iterable):
                elements = self._elements(iterable)
                each = [self._spelt(one, names) for one in elements or () if not isinstance(one, ast.Name)]
                known = [one for one in each if one is not None]
                return [name for one in known for name in one] if len(known) == len(elements or "?") else None
            case _:
                return None

    def _elements(self, iterable: ast.expr) -> list[ast.expr] | None:
        """What is gone through, where it is written out there or under a name that nothing changes."""
        leaves = [Leaf(iterable, self._view.anatomy.root)]
        if isinstance(iterable, ast.Name):
            leaves = self._definitions.leaves(iterable, self._names.scope_of(iterable)) or []
        match leaves:
            case [Leaf(node=ast.List(elts=elements) | ast.Tuple(elts=elements), path=path)]:
                return elements if self._unchanged(path, passed_alone=False) is not None else None
            case _:
                return None

    def _in_turn(self, node: ast.expr, leaf: Leaf, moved: Written) -> Settings | Problem:
        """Settings that a comprehension makes of categories that are written out, which it goes through in turn."""
        unseen = Problem(Bail.ARGUMENTS_NOT_KNOWN, node, _UNSEEN)
        made = leaf.node
        match made:
            case ast.ListComp(elt=element, generators=[ast.comprehension(ifs=[], is_async=0)]):
                named = _entries(element)
                category, threshold = named.get("category"), named.get("threshold")
            case ast.DictComp(key=category, value=threshold, generators=[ast.comprehension(ifs=[], is_async=0)]):
                named = {"category": category, "threshold": threshold} if leaf.path else {}
            case _:
                return unseen
        if category is None or threshold is None or len(named) != len(_SETTING):
            return unseen
        categories, level = self._spelt(category, self._tables.category), self._name(threshold, self._tables.threshold)
        within = self._unchanged(leaf.path, passed_alone=isinstance(made, ast.DictComp))
        if categories is None or isinstance(level, Problem) or not level.stays or within is None:
            return unseen
        if len({*categories}) < len(categories):
            return Problem(Bail.ARGUMENT_CHANGED, node, "a category stands twice")
        parts = [moved, Written("", within_file=frozenset(within))]
        if isinstance(made, ast.DictComp):
            setting = Setting("", "", level.text, stays=False)
            edits = self._in_place(category, threshold, setting, as_object=True)
            if edits is None:
                return Problem(Bail.ARGUMENT_CHANGED, node, "a comment stands in a safety setting")
            start, end = self._view.start(made), self._view.end(made)
            edits += [edit(self._view, start, start + 1, "["), edit(self._view, end - 1, end, "]")]
            parts.append(Written("", edits=real(edits), needs=frozenset({self._types})))
        return Settings(node, moved.text, [], parts)

    def _of_another_module(self, node: ast.expr, leaf: Leaf, moved: Written) -> Settings | Problem:
        """Settings that another module holds; they have to be what the new library takes."""
        value = self._imported.value(leaf)
        within = self._unchanged(leaf.path, passed_alone=False)
        if value is None or within is None:
            return self._imported.asked(Problem(Bail.ARGUMENTS_NOT_KNOWN, node, _UNSEEN), leaf)
        settings = self._settings(value)
        if isinstance(settings, Problem) or not isinstance(value, ast.List) or not _are_read(settings):
            detail = "the safety settings of another module would have to be written anew"
            return Problem(Bail.ARGUMENT_CHANGED, node, detail)
        return Settings(node, moved.text, settings, [moved], held=leaf.node, to_be_read=not _stay(settings))

    def _where_held(self, leaf: Leaf, node: ast.List | ast.Dict, settings: list[Setting]) -> Written | Problem:
        """What changes where the settings that names hold are written out."""
        stays = isinstance(node, ast.List) and _stay(settings)
        within = self._unchanged(leaf.path, passed_alone=not stays)
        if within is None:
            return Problem(Bail.ARGUMENTS_NOT_KNOWN, node, "the safety settings are used for other things as well")
        if stays:
            return Written("", within_file=frozenset(within))
        edits = self._without_earlier(node, settings)
        if edits is None:
            return Problem(Bail.ARGUMENT_CHANGED, node, "a category stands twice")
        last = {one.category: index for index, one in enumerate(settings)}
        for index, (pair, setting) in enumerate(zip(self._pairs(node), settings, strict=True)):
            if last[setting.category] != index:
                continue
            assert not isinstance(pair, Problem)
            found = self._in_place(*pair, setting, as_object=isinstance(node, ast.Dict))
            if found is None:
                return Problem(Bail.ARGUMENT_CHANGED, node, "a comment stands in a safety setting")
            edits += found
        if isinstance(node, ast.Dict):
            start, end = self._view.start(node), self._view.end(node)
            edits += [edit(self._view, start, start + 1, "["), edit(self._view, end - 1, end, "]")]
        needs = frozenset({self._types}) if any(f"{self._types}." in one.new for one in edits) else frozenset()
        return Written("", edits=real(edits), within_file=frozenset(within), needs=needs)

    def _without_earlier(self, node: ast.List | ast.Dict, settings: list[Setting]) -> list[Replacement] | None:
        """The edits that take out settings of a category that stands again later: the old library took that. None where
        one cannot be taken out.
        """
        last = {one.category: index for index, one in enumerate(settings)}
        gone = [index for index, one in enumerate(settings) if last[one.category] != index]
        if not gone:
            return []
        edits = []
        for index in gone:
            elements = node.elts if isinstance(node, ast.List) else []
            if index + 1 >= len(elements):
                return None
            edits.append(edit(self._view, self._view.start(elements[index]), self._view.start(elements[index + 1]), ""))
        return edits if not any("#" in one.old for one in edits) else None

    def _in_place(
        self, category: ast.expr, threshold: ast.expr, setting: Setting, *, as_object: bool
    ) -> list[Replacement] | None:
        """The edits of one setting; library names in it change by themselves."""
        view = self._view
        edits = []
        for node, text in ((category, setting.category_text), (threshold, setting.threshold_text)):
            if isinstance(node, ast.Constant):
                start, end = view.start(node), view.end(node)
                edits.append(edit(view, start, end, text if as_object else f'"{text.rpartition(".")[2]}"'))
        if as_object:
            first, middle, last = view.start(category), (view.end(category), view.start(threshold)), view.end(threshold)
            if not re.fullmatch(r"\s*:\s*", view.source.text[slice(*middle)]):
                return None
            edits.append(edit(view, first, first, f"{self._types}.{self._tables.setting}(category="))
            edits += [edit(view, *middle, ", threshold="), edit(view, last, last, ")")]
        return edits

    def _unchanged(self, path: tuple[ast.expr, ...], *, passed_alone: bool, filled: bool = False) -> set[str] | None:
        """The names that other files must not use; None where a use in this file may change what they hold, or with
        `passed_alone` where a use does more than to pass it on as safety settings. What is put in was seen (`filled`).
        """
        within: set[str] = set()
        for one in path:
            uses: list[ast.expr]
            if isinstance(one, ast.Name):
                home = self._names.home(one)
                if home is None:
                    return None
                uses = [read.node for read in self._names.reads(one.id, home)]
                within |= {one.id} if home.kind is ScopeKind.MODULE else set()
            else:
                assert isinstance(one, ast.Attribute)
                uses = [
                    use for use, _ in self._view.anatomy.attributes.get(one.attr, ()) if isinstance(use.ctx, ast.Load)
                ]
                within.add(f".{one.attr}")
            others = (use for use in uses if not (filled and self._is_filled(use)))
            if not all(self._is_passed(use) if passed_alone else self._only_reads(use) for use in others):
                return None
        return within

    def _is_filled(self, use: ast.expr) -> bool:
        """Whether a use puts one more into the list."""
        method = self._view.anatomy.parents.get(use)
        called = self._view.anatomy.parents.get(method) if isinstance(method, ast.Attribute) else None
        return isinstance(called, ast.Call) and called.func is method and getattr(method, "attr", None) == "append"

    def _is_passed(self, use: ast.expr) -> bool:
        parent = self._view.anatomy.parents.get(use)
        return isinstance(parent, ast.keyword) and parent.arg == self._tables.argument

    def _only_reads(self, use: ast.expr) -> bool:
        """Whether a use leaves the list as it is."""
        match self._view.anatomy.parents.get(use):
            case ast.keyword() | ast.Return() | ast.Assign() | ast.AnnAssign() | ast.Compare():
                return True
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                return iterable is use
            case ast.Call(func=ast.Name(id="len" | "print" | "list")):
                return True
            case _:
                return False


class _Named(Frozen):
    name: str
    text: str
    stays: bool
    written: tuple[Written, ...] = ()
    in_letters: bool = False


def _stay(settings: Sequence[Setting]) -> bool:
    """Whether the new library takes a list of these as it is; of a category that stands twice the old one took the
    last.
    """
    return all(one.stays for one in settings) and len({one.category for one in settings}) == len(settings)


def _are_read(settings: Sequence[Setting]) -> bool:
    """Whether the new library's class reads a list of these as it is."""
    return all(one.in_letters for one in settings) and len({one.category for one in settings}) == len(settings)


def _entries(node: ast.expr) -> dict[str, ast.expr]:
    """The entries of a dict whose keys are all written out; nothing for anything else."""
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return {}
    pairs = zip(node.keys, node.values, strict=True)
    return {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}
