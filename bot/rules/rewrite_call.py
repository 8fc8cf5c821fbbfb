"""Rewrites calls of the old library, and everything that is read from their answers.

`old.Thing.create(a=1)` becomes `old.things.create(a=1)` on the client that the module itself holds, which reads the
module's settings whenever it is asked; a call that brings settings of its own, and one that is awaited, gets a client
with the settings of the module. A call moves only where each argument is known to mean the same, and where each read
of the answer was seen.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from bot.packs.schema import Pack
from bot.rules.answers.flow import TO_DICT, Flow, Followed, Problem
from bot.rules.answers.plain import is_plain_read
from bot.rules.answers.shapes import Answer, Later, Many, Plain, Raw, Shapes, Stream, Type, as_dicts, is_record
from bot.rules.calls.blank_settings import filled
from bot.rules.calls.environment import sets_variable
from bot.rules.calls.gathered import Gathering
from bot.rules.calls.keywords import Key, Unpacked, unpacked
from bot.rules.calls.tables import Arguments, Call, Client, Parameters
from bot.rules.engine.call_text import edit
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement, Takes
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import NameImported
from bot.scan.values import LibraryModule
from bot.vocabulary import Bail, FindingKind

__all__ = ["Parameters", "judge"]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the calls of the table, and the methods of their answers that are read."""
    file, made = _followed(view, sightings, pack, parameters)
    while raw := frozenset(one.node for one in made.values() if one.wants_raw_answer()) - file.raw:
        file, made = _followed(view, sightings, pack, parameters, raw | file.raw)
    first = {index: rewriting.verdict() for index, rewriting in made.items()}
    follow = partial(_followed, view, sightings, pack, parameters, file.raw)
    file, made = _with_dicts(file, made, first, follow)
    verdicts = {index: one.verdict() for index, one in made.items()}
    for index, rewriting in made.items():
        if isinstance(verdicts[index], Withhold) and rewriting.node in file.dicts:
            verdicts[index] = first[index]
    if any(isinstance(verdict, Withhold) for verdict in verdicts.values()):
        file, verdicts = _in_order(file, made, verdicts, follow)
    yield from verdicts.items()
    for index, one in enumerate(sightings):
        if index not in made and _is_followed(file.flow, one.node):
            yield index, Migrate()


def _is_followed(flow: Flow, node: ast.AST) -> bool:
    """Whether a member of an answer is rewritten with its call, or stays as it is."""
    return node in flow.members or getattr(node, "func", None) in flow.members or is_plain_read(flow, node)


def _with_dicts(
    file: "_File",
    made: "dict[int, _Rewriting]",
    first: Mapping[int, Verdict],
    followed: "Callable[[frozenset[ast.AST]], tuple[_File, dict[int, _Rewriting]]]",
) -> "tuple[_File, dict[int, _Rewriting]]":
    """The same where answers are dicts if nothing else keeps their calls. One that moves without that (`first`) is none
    where it is read in other ways too.
    """
    refused: frozenset[ast.AST] = frozenset()
    while True:
        in_vain = {
            one.node
            for index, one in made.items()
            if one.node in file.dicts and one.has_problem() and isinstance(first[index], Migrate)
        }
        refused |= in_vain
        dicts = (file.dicts | {one.node for one in made.values() if one.may_be_dict()}) - refused
        if dicts == file.dicts:
            return file, made
        file, made = followed(dicts)


def _in_order(
    file: "_File",
    made: "dict[int, _Rewriting]",
    verdicts: dict[int, Verdict],
    follow: "Callable[..., tuple[_File, dict[int, _Rewriting]]]",
) -> "tuple[_File, dict[int, Verdict]]":
    """The same where answers are dicts in the order of the service, if no call that would move stays for it."""
    ordered = {one.node for index, one in made.items() if isinstance(verdicts[index], Withhold) and one.may_be_ordered}
    refused: set[ast.AST] = set()
    while ordered:
        other, made = follow(file.dicts - ordered, frozenset(ordered))
        found = {index: one.verdict() for index, one in made.items()}
        staying = {one.node for index, one in made.items() if isinstance(found[index], Withhold)}
        joining = {one.node for one in made.values() if one.node in staying and one.may_be_ordered} - ordered - refused
        if joining:
            ordered |= joining
        elif staying & ordered:
            refused |= staying & ordered
            ordered -= refused
        elif all(isinstance(verdicts[index], Withhold) for index, one in found.items() if isinstance(one, Withhold)):
            return other, found
        else:
            break
    return file, verdicts


_CALLS = frozenset({FindingKind.CALL, FindingKind.METHOD_CALL})


def _followed(
    view: FileView,
    sightings: Sequence[Sighting],
    pack: Pack,
    parameters: Parameters,
    raw: frozenset[ast.AST] = frozenset(),
    dicts: frozenset[ast.AST] = frozenset(),
    ordered: frozenset[ast.AST] = frozenset(),
) -> "tuple[_File, dict[int, _Rewriting]]":
    """The calls of a file with what is read from their answers; those in `raw` give the answer as it came, those in
    `dicts` one that is made a dict at once, those in `ordered` one in the order of the service.
    """
    calls = [(index, one) for index, one in enumerate(sightings) if one.row.kind in _CALLS]
    file = _File(view, parameters, pack.new.modules[0], frozenset(one.node for _, one in calls), raw, dicts, ordered)
    made = {index: made for index, one in calls if (made := file.made(one)) is not None}
    file.flow.settle()
    return file, made


class _File:
    """One file under the tables of one pack."""

    def __init__(
        self,
        view: FileView,
        parameters: Parameters,
        root: str,
        nodes: frozenset[ast.AST],
        raw: frozenset[ast.AST],
        dicts: frozenset[ast.AST],
        ordered: frozenset[ast.AST],
    ) -> None:
        self.view = view
        self.nodes = nodes
        self.raw = raw
        self.dicts = dicts
        self.ordered = ordered
        self.root = root
        self.parameters = parameters
        self.shapes = Shapes(shapes=parameters.shapes)
        self.flow = Flow(view, self.shapes, parameters.raw)
        self.flow.made_in_order |= {self._made_dict(node): "" for node in ordered}
        self._later = {call.awaited: (name, call) for name, call in parameters.calls.items() if call.awaited}

    def _made_dict(self, call: ast.AST) -> ast.expr:
        """What gives the dict where a call gives an answer: the call, or what waits for it."""
        waiting = self.view.anatomy.parents[call]
        found = waiting if isinstance(waiting, ast.Await) else call
        assert isinstance(found, ast.expr)
        return found

    def made(self, sighting: Sighting) -> "_Rewriting | None":
        """How the call is rewritten; None for a call that the table does not name."""
        symbol = self.view.surface.canonical(sighting.row.symbol or "")
        node = sighting.node
        if not isinstance(node, ast.Call):
            return None
        if symbol in self.parameters.calls:
            return _Rewriting(self, node, sighting, self.parameters.calls[symbol], later=False)
        if symbol in self._later:
            return _Rewriting(self, node, sighting, self._later[symbol][1], later=True)
        return None

    @cached_property
    def service(self) -> str:
        """The old setting, and argument, that names the service."""
        return _last(self.parameters.clients.setting)

    @cached_property
    def credentials(self) -> frozenset[str]:
        """The old arguments that are a client's in the new library."""
        clients = self.parameters.clients
        return frozenset({self.service, *clients.usual.arguments, *clients.apart.arguments})

    @cached_property
    def sets(self) -> frozenset[str]:
        """The settings of the module that this file makes, by their old names."""
        return frozenset(name for name in self.credentials if self._is_set(name))

    def _is_set(self, name: str) -> bool:
        return any(
            isinstance(attribute.ctx, ast.Store)
            and any(isinstance(value, LibraryModule) for value in self.view.resolver.values(attribute.value, scope))
            for attribute, scope in self.view.anatomy.attributes.get(name, ())
        )

    @cached_property
    def asks_apart(self) -> bool:
        """Whether the file may name the service that is apart; that it is no other is for the settings to prove."""
        clients = self.parameters.clients
        return self.service in self.sets and not {None, clients.value, *clients.tokens}.isdisjoint(self._services)

    @cached_property
    def _services(self) -> frozenset[str | None]:
        """What the file sets the service to; None stands for what is not written out."""
        named = self.view.anatomy.attributes.get(self.service, ())
        stored = (self.view.anatomy.parents.get(one) for one, _ in named if isinstance(one.ctx, ast.Store))
        values = (getattr(statement, "value", None) for statement in stored)
        constants = (one.value if isinstance(one, ast.Constant) else None for one in values)
        return frozenset(one if isinstance(one, str) else None for one in constants)

    @cached_property
    def of_module_alone(self) -> str | None:
        """A setting that this file makes, and that a client of one call would not get."""
        clients = self.parameters.clients
        if not self._services.isdisjoint(clients.tokens):
            return self.service
        return next((name for name in clients.alone if self._is_set(name)), None)

    @cached_property
    def filled(self) -> tuple[Replacement, ...] | None:
        """The edits of settings that may be empty here; None where one cannot be written."""
        return filled(self.view, self.parameters.clients.blank)

    @cached_property
    def sets_environment(self) -> bool:
        """Whether the file gives a variable a value that the old library would read."""
        return sets_variable(self.view, self.parameters.clients.environment)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


class _Rewriting:
    """One call on its way."""

    def __init__(self, file: _File, node: ast.Call, sighting: Sighting, call: Call, *, later: bool) -> None:
        self._file = file
        self._view = file.view
        self.node = node
        self._scope = sighting.scope
        self._call = call
        self._later = later
        self._arguments: Arguments = file.parameters.arguments[call.arguments]
        self._edits: list[Replacement] = []
        self._problems: list[Problem] = []
        self._within_file: set[str] = set()
        self._takes: list[Takes] = []
        self._brought: dict[str, str] = {}
        self._left_out: set[str] = set()
        self._passed: set[str] = set()
        self._not_elsewhere: set[str] = set()
        self._stream: bool | None = False
        self._given: str | None = None
        if file.sets_environment:
            self._problem(Bail.ENVIRONMENT_SET, node)
        if file.asks_apart and not self._arguments.apart:
            self._problem(Bail.ARGUMENT_CHANGED, node, "the service that the module is set to is asked differently")
        self._read_arguments()
        self._write_function()
        if file.filled is None:
            self._problem(Bail.SETTING_NOT_PROVABLE, node)
        self._followed = self._follow()

    def verdict(self) -> Verdict:
        """Asked once every answer of the file was followed."""
        problems = [*self._problems, *self._followed.problems]
        if problems:
            first = problems[0]
            return Withhold(first.bail, self._note(first))
        edits = (*self._edits, *self._followed.edits, *(self._file.filled or ()))
        return Migrate(
            edits,
            note=" ".join(self._told()) or None,
            within_file=frozenset(self._within_file | self._followed.within_file),
            not_elsewhere=frozenset(self._not_elsewhere),
            calls=self._unchanged_target(),
            reads_attributes=not self._is_dict and all(_READ.fullmatch(one.new) for one in self._followed.edits),
            takes=tuple(self._takes),
            handed=tuple(self._followed.handed),
        )

    def _told(self) -> Iterator[str]:
        """What is told of a call that moves."""
        if self._followed.note is not None:
            yield self._followed.note
        yield from (self._arguments.left_out[name] for name in sorted(self._left_out))

    def _unchanged_target(self) -> str | None:
        """What a test replaces afterwards: the method of the module's own client, where the arguments stay and the
        answer comes as a whole.
        """
        other_way = self._brought or self._later or self._is_raw or self._is_ordered or self._call.then
        if other_way or self._stream is not False or len(self._edits) != 1:
            return None
        return f"{self._file.root}.{self._call.to}"

    def _note(self, problem: Problem) -> str | None:
        line = getattr(problem.node, "lineno", None)
        where = f"Line {line}" if line is not None else "Here"
        return f"{where}: {problem.detail}." if problem.detail else f"{where}."

    # ---- what it gives

    @property
    def _is_raw(self) -> bool:
        return self.node in self._file.raw and self._stream is False and not self._is_ordered

    def wants_raw_answer(self) -> bool:
        """Whether something is read of the answer that the raw one alone has, or of another answer under its name."""
        members = self._file.parameters.raw.members
        return any(
            (problem.bail is Bail.ANSWER_PART_UNKNOWN and problem.detail in members)
            or (problem.bail is Bail.ANSWER_MIXED and bool(self._file.raw))
            for problem in self._followed.problems
        )

    @property
    def _is_dict(self) -> bool:
        return self.node in self._file.dicts or self._is_ordered

    @property
    def _is_ordered(self) -> bool:
        return self.node in self._file.ordered

    @property
    def may_be_ordered(self) -> bool:
        """Whether nothing but what is done with the answer keeps the call, and the answer is one that may be a dict in
        the order of the service.
        """
        one = self._answer()
        return one is not None and one.shape in self._file.parameters.raw.in_order.shapes and self.has_problem()

    def _answer(self) -> Answer | None:
        """The answer that the call gives, or that is waited for at once; None for a call with a problem of its own."""
        given = self._type()
        awaited = isinstance(self._view.anatomy.parents[self.node], ast.Await)
        one = given.of if isinstance(given, Later) and awaited else given
        one = one.of if isinstance(one, Raw) else one
        return one if isinstance(one, Answer) and not self._problems else None

    def has_problem(self) -> bool:
        """Whether the answer is used in a way that is not understood."""
        return bool(self._followed.problems)

    def may_be_dict(self) -> bool:
        """Whether nothing but what is done with the answer keeps the call, or it is read like a dict and goes on in
        something else: then a dict may do.
        """
        if self._answer() is None or self._is_raw:
            return False
        inside = [one for one in self._followed.handed if one.as_dict is None and (one.is_passed or not one.called)]
        by_key = bool(self._followed.edits) or any(is_record(handed.holds) for handed in inside)
        return self.has_problem() or (bool(inside) and by_key)

    def _follow(self) -> Followed:
        if not self._is_dict:
            return self._file.flow.follow(self.node, self._type())
        given, node = self._type(), self._view.anatomy.parents[self.node] if self._later else self.node
        assert isinstance(node, ast.expr)
        end = self._view.end(node)
        bracket = _BRACKET.match(self._view.source.text, end) if self._is_read_from(node) else None
        flow, held = self._file.flow, given.of if isinstance(given, Later) else given
        followed = flow.follow(node, as_dicts(held, in_order=self._is_ordered))
        to_dict = self._file.parameters.raw.in_order.written if self._is_ordered else TO_DICT
        behind = f"{to_dict}{flow.made_in_order.get(node, '')}"
        if self._later and bracket is None:
            self._put_in(self._view.start(node), "(")
            self._put_in(end, f"){behind}")
        else:
            self._put_in(bracket.end() if bracket is not None else end, behind)
        return followed

    def _is_read_from(self, node: ast.expr) -> bool:
        parent = self._view.anatomy.parents[node]
        return isinstance(parent, ast.Subscript | ast.Attribute) and parent.value is node

    def _type(self) -> Type:
        stated = self._given or self._call.answer
        given: Type = _type_of(stated)
        if self._stream is None:
            self._problem(Bail.STREAM_NOT_KNOWN, self.node)
        elif self._stream and self._call.streamed is not None:
            given = Stream(Answer(self._call.streamed), later=self._later)
        elif self._is_raw and isinstance(given, Answer):
            given = Raw(given)
        return Later(given) if self._later else given

    # ---- what it is given

    def _read_arguments(self) -> None:
        for index, argument in enumerate(self.node.args):
            if isinstance(argument, ast.Starred) or index >= len(self._call.positional):
                self._problem(Bail.ARGUMENT_CHANGED, argument, "an argument is passed by position")
                return
            name = self._call.positional[index]
            self._passed.add(name)
            if name:
                start = self._view.start(argument)
                self._put_in(start, f"{name}=")
        seen: dict[str, ast.AST] = {}
        for keyword in self.node.keywords:
            if keyword.arg is None:
                self._unpack(keyword.value)
            else:
                self._keyword(keyword, keyword.arg, seen)
        self._take_out()
        missing = sorted({*self._call.required} - self._passed - seen.keys())
        if missing and not self._takes:
            self._problem(Bail.ARGUMENT_CHANGED, self.node, f"the new call needs an argument {missing[0]}")

    def _keyword(self, keyword: ast.keyword, name: str, seen: dict[str, ast.AST]) -> None:
        new = self._new_name(name)
        if new in seen:
            self._problem(Bail.ARGUMENT_CHANGED, keyword, f"{name} stands beside another argument for the same")
            return
        if new is not None:
            seen[new] = keyword
        if name in self._file.credentials:
            self._brought[name] = self._credential(name, keyword.value)
            return
        if name in self._arguments.left_out and not any(isinstance(one, _DOES) for one in ast.walk(keyword.value)):
            self._left_out.add(name)
            return
        self._value(name, keyword.value)
        if new is None:
            self._problem(Bail.ARGUMENT_CHANGED, keyword, f"the new call takes no argument {name}")
        elif new != name:
            start = self._view.source.offset(keyword.lineno, keyword.col_offset)
            self._edits.append(Replacement(start=start, end=start + len(name), old=name, new=new))

    def _new_name(self, name: str) -> str | None:
        if name in self._call.keywords:
            return name
        return self._call.named.get(name) or self._arguments.renamed.get(name)

    def _value(self, name: str, value: ast.expr | None) -> None:
        """What depends on an argument's value: whether the answer comes in pieces, and what it is."""
        constant = value.value if isinstance(value, ast.Constant) else _UNKNOWN
        if name == "stream" and self._call.streamed is not None:
            self._stream = bool(constant) if constant is not _UNKNOWN else None
        if name == "request_timeout" and isinstance(value, ast.Tuple):
            self._problem(Bail.ARGUMENT_CHANGED, value, "a pair of timeouts is another thing in the new library")
        if name in self._call.by_value:
            if not isinstance(constant, str):
                self._problem(Bail.ARGUMENT_CHANGED, self.node, f"what {name} is decides what the call gives")
            elif constant in self._call.by_value[name]:
                self._given = self._call.by_value[name][constant]

    def _unpack(self, value: ast.expr) -> None:
        names = self._file.flow.names
        found = unpacked(self._view.anatomy, names, value)
        if found is None or not (self._is_best(found) or any(self._decides(key.name) for key in found.keys)):
            found = Gathering(self._view, names).of(value) or found
        if found is None:
            self._problem(Bail.ARGUMENTS_NOT_KNOWN, value)
            return
        self._within_file |= found.within_file
        alike = {name for name in self._call.keywords if not self._decides(name)}
        for one in found.open_to:
            keywords = tuple(sorted({*one.keywords, *alike}))
            self._takes.append(Takes(name=one.name, keywords=keywords, called=one.called))
        streams: set[bool | None] = set()
        for key in found.keys:
            self._key(key, value, found)
            if key.name == "stream":
                streams.add(self._stream if key.certain or not self._stream else None)
        if streams:
            self._stream = streams.pop() if len(streams) == 1 else None

    def _is_best(self, found: Unpacked) -> bool:
        """Whether keys can be renamed where they are written; of callers only where one has to be, since those in other
        files are seen by gathering alone.
        """
        renamed = not found.by_callers or any(self._new_name(key.name) not in {None, key.name} for key in found.keys)
        return found.passed_to is not None and renamed

    def _decides(self, name: str) -> bool:
        """Whether an argument's value decides what the call gives."""
        return name == "stream" or name in self._call.by_value

    def _key(self, key: Key, value: ast.expr, found: Unpacked) -> None:
        new = self._new_name(key.name)
        if new is not None:
            self._passed.add(new)
        if key.name in self._call.keywords:
            self._value(key.name, key.value)
            if key.name in self._call.by_value and not key.certain:
                self._problem(Bail.ARGUMENT_CHANGED, value, f"{key.name} may be in the dict or not")
        elif new is None or key.spelt is None or found.passed_to is None or not found.passed_to <= self._file.nodes:
            self._problem(Bail.ARGUMENT_CHANGED, value, f"the argument {key.name or '**'} is in the dict")
        else:
            self._value(key.name, key.value)
            self._rename_key(key.spelt, key.name, new)
        if new is not None and new != key.name and any(one.name == new for one in found.keys):
            self._problem(Bail.ARGUMENT_CHANGED, value, f"{key.name} stands beside another argument for the same")

    def _rename_key(self, spelt: ast.Constant | ast.keyword, old: str, new: str) -> None:
        start = self._view.source.offset(spelt.lineno, spelt.col_offset)
        if isinstance(spelt, ast.Constant):
            text = self._view.source.text[start : self._view.end(spelt)]
            if text[1:-1] != old:
                self._problem(Bail.ARGUMENT_CHANGED, spelt, f"the key {old} is spelt in another way")
            self._edits.append(
                Replacement(start=start, end=start + len(text), old=text, new=f"{text[0]}{new}{text[0]}")
            )
        else:
            self._edits.append(Replacement(start=start, end=start + len(old), old=old, new=new))

    def _credential(self, name: str, value: ast.expr) -> str:
        text = self._view.source.text[self._view.start(value) : self._view.end(value)]
        if "\n" in text or "#" in text:
            self._problem(Bail.ARGUMENT_CHANGED, value, f"{name} is written over several lines")
        return text

    def _take_out(self) -> None:
        """Delete the arguments that the client takes over and those that say nothing any more, each run of them with
        the commas that it leaves over.
        """
        arguments: list[ast.expr | ast.keyword] = [*self.node.args, *self.node.keywords]
        every = sorted(map(self._span, arguments))
        gone = {*self._brought, *self._left_out}
        out = {self._span(keyword)[0] for keyword in self.node.keywords if keyword.arg in gone}
        index = 0
        while index < len(every):
            first = index
            while index < len(every) and every[index][0] in out:
                index += 1
            if index > first:
                self._delete(every[first - 1] if first else None, every[first:index], every[index : index + 1])
            index += 1

    def _delete(self, before: tuple[int, int] | None, run: list[tuple[int, int]], after: list[tuple[int, int]]) -> None:
        text = self._view.source.text
        start, end = run[0][0], run[-1][1]
        if after:
            end = after[0][0]
        elif before is not None:
            start = before[1]
        else:
            comma = _COMMA.match(text, end)
            end = comma.end() if comma is not None else end
        if "#" in text[start:end] or not _SEPARATED.fullmatch(text, *((start, run[0][0]) if not after else (end, end))):
            self._problem(Bail.ARGUMENT_CHANGED, self.node, "an argument that is taken out holds a comment")
        self._edits.append(edit(self._view, start, end, ""))

    def _span(self, argument: ast.expr | ast.keyword) -> tuple[int, int]:
        if isinstance(argument, ast.keyword):
            start = self._view.source.offset(argument.lineno, argument.col_offset)
            return start, self._view.end(argument.value)
        return self._view.start(argument), self._view.end(argument)

    # ---- what it is called

    def _write_function(self) -> None:
        root = self._root()
        if root is None:
            self._problem(Bail.MODULE_NOT_NAMED, self.node)
            return
        function = self.node.func
        start, end = self._view.start(function), self._view.end(function)
        old = self._view.source.text[start:end]
        if "#" in old or is_misplaced(self._view.anatomy, self.node):
            self._problem(Bail.MODULE_NOT_NAMED, self.node)
        self._edits.append(edit(self._view, start, end, f"{self._home(root)}.{self._path()}"))
        if self._call.then:
            self._put_in(self._view.end(self.node), self._call.then)

    def _path(self) -> str:
        """From a client to the method."""
        owner, _, method = self._call.to.rpartition(".")
        raw = self._is_raw or self._is_ordered
        return f"{owner}.{self._file.parameters.raw.through}.{method}" if raw else self._call.to

    def _home(self, root: str) -> str:
        """The module, or a client with what the call brings and what the module is set to."""
        if not self._brought and not self._later and not self._is_of_the_usual:
            return root
        clients = self._clients()
        if self._file.of_module_alone is not None:
            told = f"a client of its own would not get what {self._file.of_module_alone} is set to"
            self._problem(Bail.ARGUMENT_CHANGED, self.node, told)
        self._not_elsewhere |= {f".{name}" for name in self._file.parameters.clients.alone}
        names = {old: keyword for keyword, old in clients.arguments.items()}
        passed = {clients.arguments[old]: text for old, text in self._brought.items() if old in clients.arguments}
        if not self._brought.keys() <= {*clients.arguments, self._file.service}:
            self._problem(
                Bail.ARGUMENT_CHANGED, self.node, "the call asks another service than these arguments are for"
            )
        for keyword, setting in clients.settings.items():
            made = setting == clients.always or self._file.asks_apart or names[keyword] in self._file.sets
            if keyword in passed and not _is_certain(passed[keyword]):
                passed[keyword] = f"{passed[keyword]} or {root}.{setting}"
            elif keyword not in passed and made:
                passed[keyword] = f"{root}.{setting}"
            elif keyword not in passed and clients.complete:
                self._problem(Bail.ARGUMENT_CHANGED, self.node, f"{keyword} of the service is not said here")
            elif keyword not in passed:
                self._not_elsewhere.add(f".{names[keyword]}")
        if not self._file.asks_apart:
            self._not_elsewhere.add(f".{self._file.service}")
        cls = clients.plain_later if self._later else clients.plain
        ordered = [key for key in clients.settings if key in passed]
        return f"{root}.{cls}({', '.join(f'{key}={passed[key]}' for key in ordered)})"

    @property
    def _is_of_the_usual(self) -> bool:
        """Whether the call can only be for the usual service, although the file names the other one somewhere: there
        the old library refuses a model that is not named as a deployment.
        """
        passed = {keyword.arg for keyword in self.node.keywords}
        deployments = self._arguments.deployment
        return (
            self._file.asks_apart
            and bool(deployments)
            and self._file.service not in passed
            and None not in passed
            and _MODEL in passed
            and passed.isdisjoint(deployments)
        )

    def _clients(self) -> Client:
        """The clients for the service that is asked."""
        clients = self._file.parameters.clients
        named = self._brought.get(self._file.service)
        if named is None:
            return clients.apart if self._file.asks_apart and not self._is_of_the_usual else clients.usual
        value = named[1:-1]
        if named[:1] not in "\"'" or value not in clients.values:
            self._problem(Bail.ARGUMENT_CHANGED, self.node, f"{self._file.service} is not written out")
        return clients.apart if value == clients.value else clients.usual

    def _root(self) -> str | None:
        """How the file spells the library's module: `openai` of `openai.Thing.create`."""
        function = self.node.func
        owner = function.value if isinstance(function, ast.Attribute) else None
        if isinstance(owner, ast.Attribute):
            values = self._view.resolver.values(owner.value, self._scope)
            spelt = self._view.source.text[self._view.start(owner.value) : self._view.end(owner.value)]
            is_module = bool(values) and all(isinstance(value, LibraryModule) for value in values)
            return spelt if is_module and _DOTTED.fullmatch(spelt) else None
        if isinstance(owner, ast.Name):
            home = self._scope.home(owner.id)
            bindings = home.bindings[owner.id] if home is not None else []
            of_library = self._view.surface.is_old
            if bindings and all(isinstance(b, NameImported) and not b.level and of_library(b.module) for b in bindings):
                return self._file.root  # what the import statement becomes imports it
        return None

    # ---- small

    def _problem(self, bail: Bail, node: ast.AST, detail: str | None = None) -> None:
        self._problems.append(Problem(bail, node, detail))

    def _put_in(self, at: int, new: str) -> None:
        self._edits.append(edit(self._view, at, at, new))


_UNKNOWN = object()
_DOES = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
"""What does something besides giving a value."""
_READ = re.compile(r"\.\w+")
_MODEL = "model"
_BRACKET = re.compile(r"\s*\)")
_COMMA = re.compile(r"\s*,")
_SEPARATED = re.compile(r"[\s,]*")
_DOTTED = re.compile(r"\w+(?:\.\w+)*")


def _type_of(stated: str) -> Type:
    stated = stated.removesuffix("?")
    if stated.startswith("["):
        return Many(_type_of(stated[1:-1]))
    return Plain() if stated == "plain" else Answer(stated)


def _is_certain(text: str) -> bool:
    """Whether an expression cannot be None: a text, or an item of the environment."""
    return (text[:1] in "\"'" and len(text) > 2) or text.startswith("os.environ[") or " or " in text
