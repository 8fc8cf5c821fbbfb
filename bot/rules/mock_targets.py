"""Moves what tests replace by name: `patch("old.Thing.create")`, `patch.object(old.Thing, "create")`, `setattr` alike.

A target moves only where the call that it replaces goes through the new one with the same arguments, wherever the
repository makes it, and where what the test gives in its place still reads as an answer. A test that stays keeps the
code that it tests: with a target that nothing reads any more it would go on and replace nothing.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from bot.models.light_record import LightRecord
from bot.models.reading import read
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier, Pack, Sentence
from bot.packs.surface import Same
from bot.rules.answers.shapes import PLAIN, Answer, Many, Plain, ShapeName, Shapes, Type
from bot.rules.calls.tables import Call
from bot.rules.calls.tables import Parameters as Calls
from bot.rules.engine.call_text import edit
from bot.rules.engine.once import once
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.mocks.fakes import Fakes
from bot.rules.mocks.places import Place, mock_names, place_of
from bot.scan.facts import Mocked, Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported
from bot.scan.strings import dotted_parts
from bot.scan.values import LibraryModule
from bot.vocabulary import Bail, FindingKind

_CATCHES_MISSING = ("KeyError", "LookupError")
_DOTTED = re.compile(r"\w+(?:\.\w+)*")


class Parameters(LightRecord):
    """`models`: for the shape of an answer, the new library's class that makes one of a dict, by its path from the
    module. `modules`: for names that both libraries share, the old library's top-level module to the new one's.
    `note` is said beside each target that moves.
    """

    models: dict[ShapeName, DottedName] = anew(dict)
    modules: dict[Identifier, Identifier] = anew(dict)
    note: Sentence | None = None


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the targets, and the class before a method's name where one is written as code."""
    file = _File(view, pack, parameters)
    owners: dict[ast.AST, Verdict] = {}
    for index, sighting in enumerate(sightings):
        place = file.place(sighting)
        verdict = file.verdict(place, sighting) if place is not None else None
        if place is not None and verdict is not None:
            yield index, verdict
            if place.owner is not None:
                owners[place.owner] = verdict
    for index, sighting in enumerate(sightings):
        if isinstance(owners.get(sighting.node), Migrate):
            yield index, Migrate()


@once
def _calls(pack: Pack) -> Calls | None:
    """The tables of the pack's change that rewrites calls."""
    tables = (change.parameters for change in pack.changes if change.kind == "rewrite_call")
    return next((read(Calls, table) for table in tables), None)


class _File:
    def __init__(self, view: FileView, pack: Pack, parameters: Parameters) -> None:
        self._view = view
        self._parameters = parameters
        self._root = pack.new.modules[0]
        self._tables = _calls(pack)

    def place(self, sighting: Sighting) -> Place | None:
        """How the sighting is replaced; None where nothing is, or in a way that is not understood."""
        if sighting.row.kind is not FindingKind.DYNAMIC:
            return None
        node = sighting.node
        call = node if isinstance(node, ast.Call) else self._view.anatomy.parents.get(node)
        if isinstance(call, ast.keyword):
            call = self._view.anatomy.parents.get(call)
        return place_of(call, sighting.scope) if isinstance(call, ast.Call) else None

    def verdict(self, place: Place, sighting: Sighting) -> Verdict | None:
        symbol = self._view.surface.canonical(sighting.row.symbol or "")
        if self._tables is not None and symbol in self._tables.calls:
            return self._call(place, sighting, symbol, self._tables.calls[symbol])
        if self._tables is not None and any(call.awaited == symbol for call in self._tables.calls.values()):
            return Withhold(Bail.MOCK_NOT_FOLLOWED)  # each such call makes a client for itself
        module, _, name = (sighting.row.symbol or "").rpartition(".")
        if module in self._parameters.modules and self._is_shared(module, name):
            return self._shared(place, sighting, f"{self._parameters.modules[module]}.{name}")
        return None

    def _is_shared(self, module: str, name: str) -> bool:
        """Whether the name means the same in both libraries, and is no older name of something else."""
        full = f"{module}.{name}"
        surface = self._view.surface
        return isinstance(surface.module_name(module, name), Same) and surface.canonical(full) == full

    # ---- a call

    def _call(self, place: Place, sighting: Sighting, symbol: str, call: Call) -> Verdict:
        target = self._target(place, sighting, symbol, f"{self._root}.{call.to}")
        names = mock_names(self._view.anatomy, place)
        if target is None or names is None or call.then:
            return Withhold(Bail.MOCK_NOT_FOLLOWED)
        assert self._tables is not None
        fakes = Fakes(self._view, Shapes(shapes=self._tables.shapes), self._parameters.models, self._root)
        given = _type_of(call.answer)
        understood = (
            (place.fake is None or fakes.function(place.fake, given))
            and (place.gives is None or fakes.understood(place.gives, given))
            and (place.raises is None or fakes.raised(place.raises, given))
            and all(fakes.mock(bound, name, given) for bound, name in names)
        )
        if not understood:
            return Withhold(Bail.MOCK_NOT_FOLLOWED)
        edits = fakes.edits()
        if edits is None or (edits and any(name in self._view.anatomy.names for name in _CATCHES_MISSING)):
            return Withhold(Bail.MOCK_NOT_FOLLOWED)
        mocked = Mocked(target=f"{self._root}.{call.to}", names_alone=False, all_said=fakes.all_said)
        within = fakes.within_file(edited=bool(edits))
        return Migrate((*target, *edits), self._parameters.note, within_file=within, mocks=mocked)

    # ---- a name that both libraries share

    def _shared(self, place: Place, sighting: Sighting, new: str) -> Verdict:
        target = self._target(place, sighting, sighting.row.symbol or "", new)
        if target is None or self._names_what_is_gone():
            return Withhold(Bail.MOCK_NOT_FOLLOWED)
        return Migrate(target, self._parameters.note, mocks=Mocked(target=new, names_alone=True, all_said=False))

    def _names_what_is_gone(self) -> bool:
        """Whether a mock may be given a member of the old library by name: the scan finds those behind a dot."""
        gone = self._view.surface.searched_names
        keywords = {keyword.arg for call, _ in self._view.anatomy.calls for keyword in call.keywords}
        spelt = {part for text, _ in self._view.anatomy.strings for part in dotted_parts(str(text.value))}
        return not gone.isdisjoint(keywords | spelt)

    # ---- what is written

    def _target(self, place: Place, sighting: Sighting, old: str, new: str) -> tuple[Replacement, ...] | None:
        """The edits of the target; None where it is written in a way that cannot be carried over."""
        if place.path is not None:
            return self._path(place.path, old, new)
        assert place.owner is not None
        assert place.name is not None
        owner, _, name = new.rpartition(".")
        spelt = self._owner(place.owner, sighting, owner)
        last = self._text(place.name, old.rpartition(".")[2], name)
        return (*spelt, *last) if spelt is not None and last is not None else None

    def _path(self, path: ast.Constant, old: str, new: str) -> tuple[Replacement, ...] | None:
        text = str(path.value)
        before = text.removesuffix(old)
        if before == text or (before and not self._holds_module(before, old)):
            return None
        return self._text(path, text, f"{before}{new}")

    def _holds_module(self, before: str, old: str) -> bool:
        """Whether what stands before the library's own name is a module of the repository that imports it."""
        same = old.partition(".")[0] == self._root
        values = self._view.resolver.imports.reach.at(before.removesuffix("."), old.partition(".")[0])
        return same and before.endswith(".") and any(isinstance(value, LibraryModule) for value in values)

    def _text(self, constant: ast.Constant, old: str, new: str) -> tuple[Replacement, ...] | None:
        start, end = self._view.start(constant), self._view.end(constant)
        written = self._view.source.text[start:end]
        if written[1:-1] != old or written[0] not in "\"'" or written[0] != written[-1]:
            return None
        return (edit(self._view, start, end, f"{written[0]}{new}{written[0]}"),) if new != old else ()

    def _owner(self, node: ast.expr, sighting: Sighting, new: str) -> tuple[Replacement, ...] | None:
        """`old.Thing` as code: the module stays as the file spells it where both libraries have the same."""
        module = node.value if isinstance(node, ast.Attribute) else node
        start, end = self._view.start(node), self._view.end(node)
        spelt = self._view.source.text[self._view.start(module) : self._view.end(module)]
        values = self._view.resolver.values(module, sighting.scope)
        of_library = bool(values) and all(isinstance(value, LibraryModule) for value in values)
        if not of_library or not _DOTTED.fullmatch(spelt):
            return None
        if isinstance(node, ast.Attribute):
            below = new.partition(".")[2]
            return (edit(self._view, start, end, f"{spelt}.{below}"),) if below else None
        return self._module_name(node, sighting, new)

    def _module_name(self, node: ast.expr, sighting: Sighting, new: str) -> tuple[Replacement, ...] | None:
        """The module alone, which a plain import binds by its own name."""
        home = sighting.scope.home(node.id) if isinstance(node, ast.Name) else None
        if home is None or not isinstance(node, ast.Name):
            return None
        plain = [b for b in home.bindings[node.id] if isinstance(b, ModuleImported) and b.alias.asname is None]
        if not plain:
            return ()
        start = self._view.start(node)
        return tuple(_real(edit(self._view, start, start + len(node.id), new)))


def _real(one: Replacement) -> Iterator[Replacement]:
    if one.old != one.new:
        yield one


def _type_of(stated: str) -> Type:
    stated = stated.removesuffix("?")
    if stated.startswith("["):
        return Many(_type_of(stated[1:-1]))
    return Plain() if stated == PLAIN else Answer(stated)
