"""What a pack knows about a name of the old library: one precomputed index, asked many times a file.

Pure lookups over the pack's data. Where a name comes from, and what is done about it, is for the scan and the rules.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Protocol, TypeAlias

from bot.models.struct import Frozen
from bot.packs.at_hand import PackAtHand
from bot.packs.builtin_members import BUILTIN_MEMBERS, EVERY_BUILTIN_MEMBER
from bot.packs.schema import ModuleSurface, ObjectSurface, Pack, is_within


class Same(Frozen):
    """The name means the same in the new library; `gives` is the type of what it holds or returns, None when plain."""

    gives: str | None = None


class Gone(Frozen):
    """The name is gone from the new library, or means something else there; `suggestion` says what to do."""

    suggestion: str
    gives: str | None = None


class Unknown(Frozen):
    """The pack does not list the name."""


Fate: TypeAlias = Same | Gone | Unknown
Names: TypeAlias = Mapping[str, Fate]

_UNKNOWN = Unknown()


class ArgumentShape(Protocol):
    """How a call passes its arguments; None where `*args` hides the number, or `**kwargs` the names."""

    @property
    def positional(self) -> int | None:
        """How many positional arguments there are."""
        ...

    @property
    def keywords(self) -> frozenset[str] | None:
        """The names of the keyword arguments."""
        ...


class SurfaceIndex:
    """Answers about one pack; each part is built when it is first asked for, and never changed.

    Full names are the old library's. A class may be asked for by any of its names.
    """

    def __init__(self, pack: Pack | PackAtHand) -> None:
        self._at_hand = pack if isinstance(pack, PackAtHand) else PackAtHand.of(pack)
        self.head = self._at_hand.head
        """What can be asked for without reading the pack."""

    @cached_property
    def pack(self) -> Pack:
        """The whole pack."""
        return self._at_hand.pack

    @cached_property
    def searched_names(self) -> frozenset[str]:
        """Names of members that are searched for whatever stands before the dot."""
        return searched_names(self.pack) | self._told.keys()

    @cached_property
    def replaced_classes(self) -> frozenset[str]:
        """The classes, by all their names, of whose objects the new library has none."""
        classes = {name for name, described in self.pack.surface.objects.items() if described.replaced}
        return frozenset(classes | {alias for alias, cls in self.pack.surface.aliases.items() if cls in classes})

    @cached_property
    def _above(self) -> frozenset[str]:
        return frozenset(above for root in self.pack.old.modules for above in _parents(root))

    @cached_property
    def _shared(self) -> frozenset[str]:
        return frozenset(self.pack.old.modules) & frozenset(self.pack.new.modules)

    @cached_property
    def _modules(self) -> Mapping[str, Names]:
        return {name: _names(table) for name, table in self.pack.surface.modules.items()}

    @cached_property
    def _classes(self) -> Mapping[str, Names]:
        return {name: _names(table) for name, table in self.pack.surface.objects.items()}

    @cached_property
    def _told(self) -> Mapping[str, str]:
        return {_last(name): name.rpartition(".")[0] for name in reversed(self.pack.surface.searched)}

    @cached_property
    def _owners(self) -> Mapping[str, str]:
        return {**_owners(self.pack, self.searched_names), **self._told}

    def is_old(self, module: str) -> bool:
        """Whether a dotted module name is the old library's or below it, listed or not."""
        return any(is_within(module, root) for root in self.pack.old.modules)

    def is_namespace(self, module: str) -> bool:
        """Whether the library's modules lie below a module that is not its own: `google` of `google.generativeai`."""
        return module in self._above

    def is_shared(self, name: str) -> bool:
        """Whether a full name lies in a module that the new library has as well."""
        return any(is_within(name, root) for root in self._shared)

    def is_module(self, name: str) -> bool:
        """Whether a full name is a module that the pack lists."""
        return name in self._modules

    def is_old_module(self, name: str) -> bool:
        """Whether a full name is one of the library's top modules, or a module that the pack lists."""
        return self.is_module(name) or name in self.pack.old.modules

    def root_called(self, name: str) -> str | None:
        """The top module of the library whose last segment is `name`."""
        return next((root for root in self.pack.old.modules if _last(root) == name), None)

    def leads_on(self, symbol: str) -> bool:
        """Whether anything can come of following a name; in a shared module, of what is gone or gives something."""
        fate = self.fate(symbol)
        told = isinstance(fate, Gone) or (isinstance(fate, Same) and fate.gives is not None) or self.has_class(symbol)
        return told or not self.is_shared(symbol)

    def has_class(self, name: str) -> bool:
        """Whether a full name is a class that the pack lists, under any of its names."""
        return self.canonical(name) in self._classes

    def canonical(self, name: str) -> str:
        """The key under which the pack describes a class, or a member of one; other names stay as they are."""
        aliases = self.pack.surface.aliases
        if name in aliases:
            return aliases[name]
        owner, _, member = name.rpartition(".")
        return f"{aliases[owner]}.{member}" if owner in aliases else name

    def module_name(self, module: str, name: str) -> Fate:
        """What became of a name of a module; a class that is gone is known under its other names too."""
        known = self._modules.get(module, {}).get(name, _UNKNOWN)
        alias = self.pack.surface.aliases.get(f"{module}.{name}")
        if known is not _UNKNOWN or alias is None:
            return known
        home, _, class_name = alias.rpartition(".")
        gone = self._modules.get(home, {}).get(class_name, _UNKNOWN)
        return gone if isinstance(gone, Gone) else _UNKNOWN

    def class_member(self, cls: str, member: str) -> Fate:
        """What became of a member of a class."""
        return self._classes.get(self.canonical(cls), {}).get(member, _UNKNOWN)

    def is_open(self, cls: str) -> bool:
        """Whether an object that is said to be of a class may have more members than the pack lists."""
        described = self.pack.surface.objects.get(self.canonical(cls))
        return described is not None and described.open

    def items(self, cls: str) -> str | None:
        """The type that indexing or iterating an instance gives, None when that is a plain value or unknown."""
        described = self.pack.surface.objects.get(self.canonical(cls))
        return described.items if described is not None else None

    def is_plain(self, cls: str, key: str) -> bool:
        """Whether indexing an instance by a key gives a value that is of no library."""
        described = self.pack.surface.objects.get(self.canonical(cls))
        return described is not None and key in described.plain

    def changed_argument(self, symbol: str, shape: ArgumentShape) -> str | None:
        """The sentence about the first argument of a call that the new library takes differently; None for none."""
        call = self.pack.surface.calls.get(self.canonical(symbol))
        if call is None:
            return None
        if shape.positional is None or shape.keywords is None or shape.positional > call.positional:
            return call.sentence
        changed = sorted(shape.keywords & call.keywords.keys())
        return call.keywords[changed[0]] if changed else None

    def owner_of_searched(self, member: str) -> str:
        """The full name under which a member of `searched_names` is reported: the first surviving class that had it."""
        return f"{self._owners[member]}.{member}"

    def listed(self, symbol: str) -> Fate:
        """What the pack itself says of a full name."""
        owner, _, name = symbol.rpartition(".")
        return self.class_member(owner, name) if self.has_class(owner) else self.module_name(owner, name)

    def fate(self, symbol: str) -> Fate:
        """What became of a full name: as listed, or gone with the class or module that it belongs to."""
        owner = symbol.rpartition(".")[0]
        listed = self.listed(symbol)
        if not isinstance(listed, Unknown) or not self.is_old(owner):
            return listed
        above = self.fate(owner)
        return Gone(above.suggestion) if isinstance(above, Gone) else listed

    def suggestion(self, symbol: str) -> str | None:
        """What to do about a full name that is gone or changed; None for any other name."""
        fate = self.fate(symbol)
        return fate.suggestion if isinstance(fate, Gone) else None

    def warning(self, symbol: str) -> str | None:
        """Where a name that stayed behaves differently at the edges; None when nothing is known."""
        return self.pack.surface.warnings.get(self.canonical(symbol))


def _parents(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def searched_names(pack: Pack) -> frozenset[str]:
    """The member names that withhold a file wherever they are read in it, whatever stands before the dot.

    Those are the members that are gone from a class that survives, or changed in it, less those that Python's own types
    have, and less those that a class of another name keeps with the same meaning: by name alone such a member says too
    little. A class that is gone itself is found by its own name. Two entries of one class (`PyPDF2.PageObject`,
    `PyPDF2._page.PageObject`) have the same last segment and do not excuse each other.
    """
    surviving = dict(_surviving(pack))
    kept: dict[str, set[str]] = {}
    for cls, described in surviving.items():
        for member in _same_members(described):
            kept.setdefault(member, set()).add(_last(cls))
    withheld = {
        member
        for cls, described in surviving.items()
        for member in (*described.gone, *described.changed)
        if not kept.get(member, set()) - {_last(cls)}
    }
    return frozenset(withheld) - EVERY_BUILTIN_MEMBER


def _names(table: ModuleSurface | ObjectSurface) -> Names:
    names: dict[str, Fate] = {}
    if isinstance(table, ObjectSurface):
        names.update((member, Same(table.gives.get(member))) for member in _same_members(table))
    else:
        names.update((name, Same(table.gives.get(name))) for name in table.same)
    for withheld in (table.gone, table.changed):
        names.update((name, Gone(sentence, table.gives.get(name))) for name, sentence in withheld.items())
    return names


def _same_members(described: ObjectSurface) -> Iterable[str]:
    if described.builtin is None:
        return described.same
    inherited = BUILTIN_MEMBERS[described.builtin] - described.gone.keys() - described.changed.keys()
    return (*described.same, *sorted(inherited))


def _surviving(pack: Pack) -> Iterator[tuple[str, ObjectSurface]]:
    """The classes that the new library still has."""
    for cls, described in pack.surface.objects.items():
        module, _, name = cls.rpartition(".")
        if name not in pack.surface.modules.get(module, ModuleSurface()).gone:
            yield cls, described


def _owners(pack: Pack, members: frozenset[str]) -> dict[str, str]:
    owners: dict[str, str] = {}
    for cls, described in _surviving(pack):
        for member in (*described.gone, *described.changed):
            if member in members:
                owners.setdefault(member, cls)
    return owners


def _last(name: str) -> str:
    return name.rpartition(".")[2]
