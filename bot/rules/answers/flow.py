"""Follows an answer from the call that gives it to every read, and says what has to be written instead.

Sound where it answers without a problem: each expression that holds a part of an answer has been seen in a place that
is understood, and each name that is read there holds nothing else. Whatever is not understood is a problem.
"""

import ast
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from bot.models.struct import Frozen, Mutable, anew
from bot.rules.answers import attributes, dicts, functions, lists, shown
from bot.rules.answers.names import Names
from bot.rules.answers.shapes import (
    Answer,
    AsDict,
    InOrder,
    Later,
    Many,
    Paired,
    Plain,
    Raw,
    RawAnswers,
    Record,
    Shapes,
    Stream,
    Tupled,
    Type,
    depth,
    is_read_as_before,
)
from bot.rules.engine.call_text import edit
from bot.rules.engine.protected import protections, takes
from bot.rules.engine.same_tree import is_misplaced
from bot.scan.facts import HandedOn, Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope, ScopeKind
from bot.scan.usage_index import last_name
from bot.vocabulary import Bail

TO_DICT = ".to_dict()"
_BEFORE = re.compile(r"(?:\s|\\\r?\n|\))*")
_SHOWN_BY = frozenset({"print", "pprint", "str", "repr", "format", "dumps", "dump", "vars"})
_SAME_LIST = frozenset({"list", "tuple", "sorted", "reversed"})
_PASSES_ON = frozenset({"wait_for", "shield", "create_task", "ensure_future"})
_NO_DICTS = frozenset({"str", "bytes", "list", "tuple", "set", "int", "float"})
_LONGEST = 99
"""How long a name, or an order of arguments, is that goes from file to file; longer ones are not of people."""
_DEEPEST = 5
"""How many containers of the program may hold one another; a list that is put into itself has no end."""
_MISSING = frozenset({"KeyError", "LookupError", "AttributeError"})
_NEEDS_NO_BRACKETS = (
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.keyword, ast.FormattedValue, ast.Expr),
    *(ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.GeneratorExp, ast.If, ast.While, ast.Yield),
)


class Problem(Frozen):
    """Why an answer cannot be followed to its end: the word, where, and what exactly. `asks` are dotted names of other
    modules, with whose values more could be said.
    """

    bail: Bail
    node: ast.AST
    detail: str | None = None
    asks: tuple[str, ...] = ()


class Followed(Mutable):
    """What came of following one answer."""

    edits: list[Replacement] = anew(list)
    problems: list[Problem] = anew(list)
    within_file: set[str] = anew(set)
    handed: list[HandedOn] = anew(list)
    note: str | None = None


class Flow:
    """One file's answers. `follow` each call, then `settle` once, then read the results."""

    def __init__(self, view: FileView, shapes: Shapes, raw: RawAnswers | None = None) -> None:
        self.view = view
        self.anatomy = view.anatomy
        self.names = Names(view.anatomy)
        self.shapes = shapes
        self._raw_answers = raw
        self._seen: dict[ast.AST, Type] = {}
        self._bound: dict[tuple[ast.AST, str], Type] = {}
        self._dicts: set[tuple[ast.AST, str, Type]] = set()
        self._promises: list[tuple[Followed, ast.AST, str, Type]] = []
        self._current = Followed()
        self._kept: set[tuple[ast.expr, Type]] = set()
        self.members: set[ast.AST] = set()
        self.made_in_order: dict[ast.expr, str] = {}
        """What gives a dict in the order of the service, and what has to stand behind that."""

    # ---- from outside

    def follow(self, call: ast.expr, given: Type) -> Followed:
        """Follow what a call gives."""
        self._current = Followed()
        self.use(call, given)
        return self._current

    def follow_parameter(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef, parameter: ast.arg, given: Type
    ) -> Followed:
        """Follow what a call passes for a parameter."""
        self._current = Followed()
        self.bind(parameter, parameter.arg, self.anatomy.functions[function].scope, given)
        return self._current

    def settle(self) -> None:
        """Check what was taken for granted on the way: that a name or parameter holds nothing but such answers."""
        for followed, node, name, expected in self._promises:
            known = self._bound.get((node, name), self._seen.get(node))
            if known != expected and not self._is_nothing(node):
                followed.problems.append(Problem(Bail.ANSWER_MIXED, node))

    # ---- for the parts of this package

    def problem(self, bail: Bail, node: ast.AST, detail: str | None = None) -> None:
        """The answer that is being followed cannot be rewritten."""
        self._current.problems.append(Problem(bail, node, detail))

    def edit(self, start: int, end: int, new: str) -> None:
        """Exchange a stretch of the text."""
        self._current.edits.append(edit(self.view, start, end, new))

    def held_by(self, node: ast.expr) -> Type | None:
        """What an expression was found to hold; None where nothing was, or a plain value."""
        return self._seen.get(node)

    def promise(self, node: ast.AST, expected: Type, name: str = "") -> None:
        """An expression, or what a node binds to a name, has to turn out to hold such an answer as well."""
        if not is_read_as_before(expected):
            self._promises.append((self._current, node, name, expected))

    def stays_within_file(self, name: str) -> None:
        """The answer can be reached through a name that another file must not use."""
        self._current.within_file.add(name)

    def hand_on(self, handed: HandedOn) -> bool:
        """The answer goes to other files, whose reads are looked at when all are known; False where none are."""
        if max(len(handed.name), len(handed.keyword or ""), handed.position or 0) > _LONGEST:
            return False
        self._current.handed.append(handed)
        return True

    @property
    def in_order(self) -> InOrder | None:
        """How an answer becomes a dict in the order of the service, and its text."""
        return self._raw_answers.in_order if self._raw_answers is not None else None

    def shows(self, further: tuple[Replacement, ...]) -> None:
        """The answer is shown as its JSON, for which something else has to be put in as well."""
        assert self.in_order is not None
        self._current.edits += further
        self._current.note = self.in_order.note

    def made_dict(self, node: ast.expr, held: Type) -> Replacement | None:
        """What makes an answer that stands somewhere a dict there; None where that cannot be written. The end of what
        stands there is written anew, so that the edit is inside of its statement.
        """
        end = self.view.end(node)
        match node:
            case _ if not isinstance(held, Answer):
                return None
            case ast.Name(id=name) | ast.Attribute(attr=name) if self.text[end - len(name) : end] == name:
                start = end - len(name)
            case ast.Subscript(slice=ast.Constant(value=str())):
                start = end  # what stands in the brackets is written anew already
            case ast.Subscript() | ast.Call():
                start = end - 1
            case _:
                return None
        return edit(self.view, start, end, f"{self.text[start:end]}{TO_DICT}")

    @property
    def text(self) -> str:
        """The file."""
        return self.view.source.text

    def bind(self, bound: ast.AST, name: str, home: Scope | None, held: Type) -> None:
        """A name, or parameter, is given something: follow it to the reads that may see it."""
        if isinstance(held, Plain) or self._is_known(self._bound.get((bound, name)), bound, name, held):
            return
        if home is None:
            self.problem(Bail.ANSWER_MIXED, bound)
            return
        self._bound[bound, name] = held
        if home.kind is ScopeKind.CLASS:
            self.problem(Bail.ANSWER_LEAVES, bound)
        if home.kind is ScopeKind.MODULE:
            self.stays_within_file(name)
        for read in self.names.reads(name, home):
            if bound in read.bound_by:
                for other in read.bound_by - {bound}:
                    self.promise(other, held, name)
                self.use(read.node, held)

    def target(self, target: ast.expr, held: Type) -> None:
        """What an assignment or a loop stores to."""
        match target, held:
            case (_, Plain()):
                return
            case ast.Name(), _:
                self.bind(self.names.binder_of(target), target.id, self.names.home(target), held)
            case ast.Tuple(elts=elements), Paired(of=of, at=at) | Tupled(of=of, at=at) if at < len(elements):
                self.target(elements[at], of)
            case ((ast.Tuple(elts=elements) | ast.List(elts=elements)), Many(of=of)):
                for element in elements:
                    starred = isinstance(element, ast.Starred)
                    self.target(element.value if isinstance(element, ast.Starred) else element, held if starred else of)
            case ast.Attribute(), _ if (target, held) in self._kept or attributes.kept(self, target, held):
                self._kept.add((target, held))
            case _:
                self.problem(Bail.ANSWER_LEAVES, target)

    def use(self, node: ast.expr, held: Type) -> None:
        """An expression holds something: see what is done with it."""
        if isinstance(held, Plain) or self._is_known(self._seen.get(node), node, "", held):
            return
        self._seen[node] = held
        parent = self.anatomy.parents[node]
        by_type: dict[type, Callable[[ast.expr, Any, ast.AST], bool]] = {
            Answer: self._answer,
            AsDict: partial(dicts.read, self),
            Raw: self._raw,
            Many: self._many,
            Stream: self._stream,
            Later: self._later,
            Paired: self._iterated,
            Record: partial(dicts.read_record, self),
            Tupled: partial(dicts.read_tuple, self),
        }
        if by_type[type(held)](node, held, parent) or shown.is_dumped(self, node, held, parent):
            return
        written = shown.is_written_out(self, node, parent)
        if written or not self._anything(node, held, parent):
            told = written or isinstance(parent, ast.FormattedValue | ast.BinOp) or self.is_shown(node, parent)
            self.problem(Bail.ANSWER_SHOWN if told else Bail.ANSWER_LEAVES, node)

    def _is_known(self, known: Type | None, node: ast.AST, name: str, held: Type) -> bool:
        """Whether it is known already what a place holds; nothing may be there beside an answer that is rewritten."""
        if known == held or (node, name, held) in self._dicts:
            return True
        alike = is_read_as_before(held)
        if alike:
            self._dicts.add((node, name, held))
        if known is not None and not (alike and is_read_as_before(known)):
            self.problem(Bail.ANSWER_MIXED, node)
            return True
        if depth(held) > _DEEPEST:
            self.problem(Bail.ANSWER_LEAVES, node)
            return True
        return False

    # ---- by what is held; each tells whether the place is understood

    def _answer(self, node: ast.expr, held: Answer, parent: ast.AST) -> bool:
        match parent:
            case ast.Subscript(value=value, slice=key) if value is node:
                return self._item(parent, held, key)
            case ast.Attribute(value=value) if value is node:
                return self._attribute(parent, held)
            case ast.Compare(left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()], comparators=[right]):
                return right is node and self._membership(parent, node, held, key)
            case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=str(key))], keywords=[]):
                return self._presence(parent, node, held, key)
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(key)), *rest], keywords=[]):
                return self._attribute_named(parent, held, key, rest)
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=name)]) if name in _NO_DICTS:
                return True
            case ast.Call(func=ast.Name(id="dict"), args=[one], keywords=[]) if one is node:
                return self._unwrapped(parent, node)
            case _ if self.is_tested(node):
                return not self.shapes.shapes[held.shape].may_be_empty
            case _:
                return lists.kept_as_dict(self, node, parent)

    def _raw(self, node: ast.expr, held: Raw, parent: ast.AST) -> bool:
        """What the answer had itself is read of the raw one; wherever else a part of it is read, it is parsed first."""
        assert self._raw_answers is not None
        match parent:
            case ast.Attribute(value=value, attr=name) if value is node and name in self._raw_answers.members:
                member = self._raw_answers.members[name]
                start = self.view.start(node)
                self.edit(start, start, member.before)
                self.exchange_tail(node, parent, member.after)
                self.members.add(parent)
                return isinstance(parent.ctx, ast.Load)
            case ast.Compare() | ast.Call(func=ast.Name(id="hasattr")):
                return self._answer(node, held.of, parent)
            case ast.Subscript() | ast.Attribute() | ast.Call(func=ast.Name(id="getattr")):
                end = self.view.end(node)
                self.edit(end, end, self._raw_answers.parsed)
                return self._answer(node, held.of, parent)
            case _:
                return self.is_tested(node)

    def _many(self, node: ast.expr, held: Many, parent: ast.AST) -> bool:
        match parent:
            case ast.Subscript(value=value, slice=index) if value is node and isinstance(parent.ctx, ast.Load):
                self.use(parent, held if isinstance(index, ast.Slice) else held.of)
                return True
            case ast.Starred() if isinstance(held.of, Later):
                call = self.anatomy.parents[parent]
                if isinstance(call, ast.Call) and last_name(call) == "gather":
                    self.use(call, Later(Many(held.of.of)))
                    return True
                return False
            case ast.Call(args=[one, *_]) if one is node and last_name(parent) in _SAME_LIST:
                self.use(parent, held)
                return lists.orders_by_part(self, parent, held)
            case ast.Call(func=ast.Name(id="len"), args=[one]) if one is node:
                return True
            case ast.Call(func=ast.Name(id="min" | "max"), args=[one]) if one is node:
                self.use(parent, held.of)
                return lists.orders_by_part(self, parent, held)
            case ast.Call(func=ast.Name(id="map" | "filter"), args=[ast.Lambda() as function, one]) if one is node:
                return lists.mapped(self, parent, function, held)
            case _:
                return self._iterated(node, held, parent) or self.is_tested(node)

    def _stream(self, node: ast.expr, held: Stream, parent: ast.AST) -> bool:
        match parent:
            case ast.Call(func=ast.Name(id="list" | "tuple"), args=[one]) if one is node and not held.later:
                self.use(parent, Many(held.of))
                return True
            case ast.Call(func=ast.Name(id="next"), args=[one]) if one is node and not held.later:
                self.use(parent, held.of)
                return True
            case _:
                return self._iterated(node, held, parent)

    def _later(self, node: ast.expr, held: Later, parent: ast.AST) -> bool:
        match parent:
            case ast.Await():
                self.use(parent, held.of)
                return True
            case ast.Call(args=[one, *_]) if one is node and last_name(parent) in _PASSES_ON:
                self.use(parent, held)
                return True
            case ast.Call(func=ast.Attribute(value=loop, attr=method), args=[one]) if one is node:
                understood = method == "run_until_complete" or (method == "run" and last_name(loop) == "asyncio")
                if understood:
                    self.use(parent, held.of)
                return understood
            case ast.Call(args=arguments) if node in arguments and last_name(parent) == "gather":
                if all(self._seen.get(one) == held or one is node for one in arguments) or len(arguments) == 1:
                    self.use(parent, Later(Many(held.of)))
                    return True
                return False
            case _:
                return False

    def _iterated(self, node: ast.expr, held: Many | Stream | Paired, parent: ast.AST) -> bool:
        element = held if isinstance(held, Paired) else held.of
        later = isinstance(held, Stream) and held.later
        match parent:
            case ast.For(iter=iterable) | ast.AsyncFor(iter=iterable) if iterable is node:
                understood = isinstance(parent, ast.AsyncFor) is later
                if understood:
                    self.target(parent.target, element)
                return understood
            case ast.comprehension(iter=iterable) if iterable is node:
                understood = bool(parent.is_async) is later
                if understood:
                    self.target(parent.target, element)
                return understood
            case ast.Call(func=ast.Name(id="enumerate"), args=[one, *_]) if one is node and not later:
                if not isinstance(held, Paired):
                    self.use(parent, Paired(held.of, 1))
                return not isinstance(held, Paired)
            case ast.Call(func=ast.Name(id="zip"), args=arguments) if node in arguments and not later:
                starred = any(isinstance(one, ast.Starred) for one in arguments)
                if not isinstance(held, Paired) and not starred and self._seen.get(parent) is None:
                    self.use(parent, Paired(held.of, arguments.index(node)))
                    return True
                return False
            case _:
                return False

    def _anything(self, node: ast.expr, held: Type, parent: ast.AST) -> bool:
        """The places that are understood whatever is held."""
        match parent:
            case ast.Expr() | ast.Delete():
                return True
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr() if parent.value is node:
                for target in parent.targets if isinstance(parent, ast.Assign) else [parent.target]:
                    self.target(target, held)
                if isinstance(parent, ast.NamedExpr):
                    self.use(parent, held)
                return True
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element) if element is node:
                self.use(parent, Many(held) if isinstance(parent, ast.ListComp) else Stream(held))
                return True
            case ast.Call(func=ast.Attribute(attr="append", value=ast.Name() as container), args=[one]) if one is node:
                return lists.gathered(self, container, held)
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return left is node
            case ast.IfExp(body=body, orelse=ast.Constant(value=None)) if body is node:
                self.use(parent, held)
                return True
            case ast.Return():
                return functions.returned(self, node, held)
            case _:
                return dicts.put_in(self, node, held, parent) or functions.passed(self, node, parent, held)

    # ---- reads of a part

    def _item(self, read: ast.Subscript, held: Answer, key: ast.expr) -> bool:
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or not isinstance(read.ctx, ast.Load):
            return False
        part = self.shapes.part(held.shape, key.value)
        if part is None:
            self.problem(Bail.ANSWER_PART_UNKNOWN, read, key.value)
        elif self._missing_is_caught(read):
            self.problem(Bail.MISSING_PART_CAUGHT, read, key.value)
        else:
            self.exchange_tail(read.value, read, f".{part.attribute}")
            self.use(read, part.type)
        return True

    def _attribute(self, read: ast.Attribute, held: Answer) -> bool:
        if not isinstance(read.ctx, ast.Load):
            return False
        call = self.anatomy.parents[read]
        if isinstance(call, ast.Call) and call.func is read:
            return self._method(call, read, held)
        part = self.shapes.part(held.shape, read.attr)
        if part is None:
            self.problem(Bail.ANSWER_PART_UNKNOWN, read, read.attr)
        elif part.may_be_missing and self._missing_is_caught(read):
            self.problem(Bail.MISSING_PART_CAUGHT, read, read.attr)
        else:
            self.members.add(read)
            self.use(read, part.type)
        return True

    def _method(self, call: ast.Call, method: ast.Attribute, held: Answer) -> bool:
        match method.attr, call.args, call.keywords:
            case "get", [ast.Constant(value=str(key)), *rest], [] if len(rest) < 2:
                self._got(call, method, held, key, rest[0] if rest else None)
            case "to_dict" | "to_dict_recursive", [], []:
                outer = self.anatomy.parents[call]
                told = isinstance(outer, ast.Call) and last_name(outer) in _SHOWN_BY
                if told or isinstance(outer, ast.Attribute):
                    self.problem(Bail.ANSWER_SHOWN, call)
                self.members |= {call, method}
                self._exchange_call(method, call, "to_dict", "()")
            case name, _, _:
                self.problem(Bail.ANSWER_PART_UNKNOWN, call, name)
        return True

    def _got(self, call: ast.Call, method: ast.Attribute, held: Answer, key: str, default: ast.expr | None) -> None:
        """`.get(key)`, with or without a default."""
        part = self.shapes.part(held.shape, key)
        nothing = default is None or (isinstance(default, ast.Constant) and default.value is None)
        if part is None:
            self.problem(Bail.ANSWER_PART_UNKNOWN, call, key)
            return
        self.members |= {call, method}
        if nothing or not part.may_be_missing:
            self._exchange_call(method, call, part.attribute, "")
            self.use(call, part.type)
        elif isinstance(default, ast.Constant) and not default.value and isinstance(part.type, Plain):
            assert default is not None
            spelt = self.text[self.view.start(default) : self.view.end(default)]
            self._exchange_call(method, call, part.attribute, f" or {spelt}")
        elif isinstance(default, ast.List) and not default.elts and isinstance(part.type, Many):
            self._exchange_call(method, call, part.attribute, " or []")
            self.use(call, part.type)
        else:
            self.problem(Bail.ANSWER_PART_UNKNOWN, call, key)

    def _attribute_named(self, call: ast.Call, held: Answer, key: str, default: list[ast.expr]) -> bool:
        """`getattr(answer, name, None)` gives the same on both sides."""
        part = self.shapes.part(held.shape, key)
        nothing = all(isinstance(one, ast.Constant) and one.value is None for one in default)
        if part is None or part.attribute != key or (part.may_be_missing and not (default and nothing)):
            self.problem(Bail.ANSWER_PART_UNKNOWN, call, key)
        else:
            self.members.add(call)
            self.use(call, part.type)
        return True

    def _membership(self, whole: ast.Compare, node: ast.expr, held: Answer, key: str) -> bool:
        word = "is not None" if isinstance(whole.ops[0], ast.In) else "is None"
        return self._asked(whole, node, held, key, word)

    def _presence(self, whole: ast.Call, node: ast.expr, held: Answer, key: str) -> bool:
        return self._asked(whole, node, held, key, "is not None")

    def _asked(self, whole: ast.expr, node: ast.expr, held: Answer, key: str, word: str) -> bool:
        """Whether a part is there; what the service leaves out is None in the new library."""
        part = self.shapes.part(held.shape, key)
        if part is None:
            self.problem(Bail.ANSWER_PART_UNKNOWN, whole, key)
            return True
        start, end = self.view.start(whole), self.view.end(whole)
        inner, after = self.view.start(node), self.view.end(node)
        if any(mark in self.text[start:inner] + self.text[after:end] for mark in ("#", "\\")):
            self.problem(Bail.ANSWER_PART_UNKNOWN, whole, key)
            return True
        self.members.add(whole)
        if isinstance(whole, ast.Call) and not self._stands_free(whole):
            self.edit(start, start, "(")
            self.edit(end, end, ")")
        raw = self._raw_answers if isinstance(self._seen[node], Raw) else None
        parsed = raw.parsed if raw is not None else ""
        self._cut(start, inner, "")
        self._cut(after, end, f"{parsed}.{part.attribute} {word}")
        return True

    def _unwrapped(self, call: ast.Call, node: ast.expr) -> bool:
        """`dict(answer)`."""
        start, inner, after, end = (
            self.view.start(call),
            self.view.start(node),
            self.view.end(node),
            self.view.end(call),
        )
        if not re.fullmatch(r"dict\s*\(\s*", self.text[start:inner]) or not re.fullmatch(
            r"\s*,?\s*\)", self.text[after:end]
        ):
            return False
        self._cut(start, inner, "")
        self._cut(after, end, ".to_dict()")
        return True

    # ---- text

    def _cut(self, start: int, end: int, new: str) -> None:
        if start != end or new:
            self.edit(start, end, new)

    def exchange_tail(self, base: ast.expr, whole: ast.expr, new: str) -> bool:
        """Exchange what stands behind `base` up to the end of `whole`; False where that cannot be done."""
        if not self._is_plain_text(base, whole):
            return False
        start, end = self.view.end(base), self.view.end(whole)
        kept = _BEFORE.match(self.text, start, end)
        assert kept is not None
        self.edit(kept.end(), end, new)
        return True

    def _exchange_call(self, method: ast.Attribute, call: ast.Call, name: str, rest: str) -> None:
        """Exchange the name of a method, and what stands behind it up to the end of the call."""
        if self._is_plain_text(method.value, call):
            at, end = self.view.end(method), self.view.end(call)
            if rest and rest != "()" and not self._stands_free(call):
                self.edit(self.view.start(call), self.view.start(call), "(")
                self.edit(end, end, ")")
            if name != method.attr:
                self.edit(at - len(method.attr), at, name)
            self.edit(at, end, rest)

    def _is_plain_text(self, base: ast.expr, whole: ast.expr) -> bool:
        """Whether what stands between can be exchanged: no comment is lost, and the places are known."""
        commented = "#" in self.text[self.view.end(base) : self.view.end(whole)]
        if commented or is_misplaced(self.anatomy, whole):
            self.problem(Bail.ANSWER_PART_UNKNOWN, whole)
            return False
        return True

    def _stands_free(self, node: ast.expr) -> bool:
        """Whether an `or` may stand in the place of the expression without brackets."""
        parent = self.anatomy.parents[node]
        argument = isinstance(parent, ast.Call) and node in parent.args
        return argument or isinstance(parent, _NEEDS_NO_BRACKETS)

    # ---- around a place

    def is_shown(self, node: ast.expr, parent: ast.AST) -> bool:
        """Whether an argument is written out as text."""
        return isinstance(parent, ast.Call) and node in parent.args and last_name(parent) in _SHOWN_BY

    def is_tested(self, node: ast.expr) -> bool:
        """Whether only the truth of the expression matters."""
        child: ast.AST = node
        parent = self.anatomy.parents[child]
        while isinstance(parent, ast.BoolOp):
            child, parent = parent, self.anatomy.parents[parent]
        match parent:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                return test is child
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.comprehension(ifs=conditions):
                return child in conditions
            case ast.Call(func=ast.Name(id="bool")):
                return True
            case _:
                return False

    def _missing_is_caught(self, node: ast.AST) -> bool:
        """Whether the code counts on an exception for a part that is not there."""
        ends = ast.FunctionDef | ast.AsyncFunctionDef
        around = protections(node, self.anatomy, ends)
        return any(not isinstance(one, ast.With) and takes(one, _MISSING, bare=False) for one in around)

    def _is_nothing(self, node: ast.AST) -> bool:
        """Whether a binding only says that there is nothing yet."""
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else node
        return isinstance(value, ast.Constant) and value.value is None
