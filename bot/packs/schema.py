"""The closed schema of a pack.

A pack says what the old library's surface is, what became of each name, which rule kinds rewrite it with which
parameters, and where that is written down. It is data for a generic engine: nothing here is executed, rendered as a
template or used as a path.

Names are full names of the OLD library throughout (`PyPDF2.PdfReader.pages`). A *type* is the full name of a class in
`surface.objects`, or `[type]` for something that yields such objects when it is indexed or iterated.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any

from bot.models.bounds import Bounds, Checked
from bot.models.light_record import LightRecord
from bot.models.names import PackId
from bot.models.struct import anew
from bot.packs.builtin_members import BUILTIN_MEMBERS

SCHEMA = 1

Sentence = Annotated[str, Bounds(min_length=1, max_length=2_000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$")]
Slug = Annotated[str, Bounds(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=64)]
Identifier = Annotated[str, Bounds(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=128)]
DottedName = Annotated[str, Bounds(pattern=r"^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$", max_length=256)]
TypeName = Annotated[
    str,
    Bounds(pattern=r"^\[*[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*\]*$", max_length=260),
]
Url = Annotated[str, Bounds(pattern=r"^https://[^\s<>\"']+$", max_length=500)]
Version = Annotated[str, Bounds(pattern=r"^[0-9]+(?:\.[0-9]+)*$", max_length=32)]
Distribution = Annotated[str, Bounds(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$", max_length=128)]

ModelName = Annotated[str, Bounds(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=100)]
Day = Annotated[str, Bounds(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]

_SEPARATORS = re.compile(r"[-_.]+")
_PACK_ID = re.compile(r"[a-z0-9][a-z0-9.-]*/[a-z0-9][a-z0-9.-]*")


def pack_id(text: str) -> PackId:
    """The text as a pack's id; ValueError where it is none."""
    if not _PACK_ID.fullmatch(text) or len(text) > 128 or ".." in text:
        raise ValueError("expected two segments of lower-case letters, digits, dots and dashes, such as py-pdf/x-to-y")
    return PackId(text)


PackIdField = Annotated[PackId, Checked(pack_id)]


class OldLibrary(LightRecord):
    """The library being retired. `modules` are its top modules, which may lie in a namespace that other libraries
    share (`google.generativeai`). `measured` is the release that the surface was read from. `named` is what people call
    it where the distribution's name alone would mean the new one too (`openai 0.x`).
    """

    distribution: Distribution
    modules: Annotated[tuple[DottedName, ...], Bounds(min_length=1)]
    measured: Version
    named: Annotated[str, Bounds(pattern=r"^[\w .+-]+$", max_length=64)] | None = None


class NewLibrary(LightRecord):
    """The library that replaces it. A module that the old library has too is *shared*: there only names that are gone
    or changed count, since the others say nothing about which of the two a program was written for.

    `specifier` is what a dependency line gets; `extras` maps the old library's extras to the new one's; `python` is
    the lowest Python on which every release of `specifier` installs; `measured` are the releases that the surface was
    compared with, the lowest and the newest of the range.
    """

    distribution: Distribution
    modules: Annotated[tuple[DottedName, ...], Bounds(min_length=1)]
    specifier: Annotated[str, Bounds(min_length=1, max_length=64)]
    extras: dict[str, str]
    python: Version
    measured: Annotated[tuple[Version, ...], Bounds(min_length=1)]


class ModuleSurface(LightRecord):
    """The names of one module of the old library.

    `same`: exist under the same name in the same module of the new library, with the same meaning. `gone`: name to
    suggestion, a sentence that says what to write instead. `changed`: exist on both sides and mean something else; the
    sentence says what. Both withhold. A name in none of these is unknown and withholds its file, unless the module is
    shared. `gives`: of all these, functions that return, or constants that are, objects of the library. A module that
    is gone as a whole is named in the `gone` of its parent, and may be described here as well.
    """

    same: tuple[Identifier, ...] = ()
    gives: dict[Identifier, TypeName] = anew(dict)
    gone: dict[Identifier, Sentence] = anew(dict)
    changed: dict[Identifier, Sentence] = anew(dict)

    def __post_init__(self) -> None:
        _refuse_overlap(self.same, self.gone, self.changed)
        _refuse_missing(self.gives, (*self.same, *self.gone, *self.changed))


class ObjectSurface(LightRecord):
    """The members of one class, inherited ones included; the class may itself be gone from the new library.

    `same`, `gives`, `gone` and `changed` as for modules (`gives`: what the property holds or the method returns).
    `items` is what indexing or iterating an instance gives, but for the keys in `plain`, which give a value of no
    library; so do `get` and `pop` with such a key. `open` tells that an object may be of a class below this
    one, whose further members are not judged. `replaced` tells that the new library has no such objects: to look at
    one that another module holds is a use of it then. `builtin` names the type of Python itself whose members the class
    has on both sides (a key of `BUILTIN_MEMBERS`); they count as the same unless listed otherwise. Operators on
    the object need no entry: they are taken as the same unless the class is gone.
    """

    same: tuple[Identifier, ...] = ()
    gives: dict[Identifier, TypeName] = anew(dict)
    gone: dict[Identifier, Sentence] = anew(dict)
    changed: dict[Identifier, Sentence] = anew(dict)
    items: TypeName | None = None
    plain: tuple[Identifier, ...] = ()
    open: bool = False
    replaced: bool = False
    builtin: Identifier | None = None

    def __post_init__(self) -> None:
        _refuse_overlap(self.same, self.gone, self.changed)
        _refuse_missing(self.gives, (*self.same, *self.gone, *self.changed))
        if self.builtin is not None and self.builtin not in BUILTIN_MEMBERS:
            raise ValueError(f"builtin: expected one of {', '.join(sorted(BUILTIN_MEMBERS))}")


class CallSurface(LightRecord):
    """Where a call of a name that stayed is *not* the same for every argument.

    The call stays the same with at most `positional` positional arguments and none of the keywords in `keywords`
    (keyword to sentence: what became of it). Unpacked arguments (`*a`, `**k`) count as too many. `sentence` says what
    the extra positional arguments do now.
    """

    positional: Annotated[int, Bounds(ge=0, le=99)]
    keywords: dict[Identifier, Sentence] = anew(dict)
    sentence: Sentence


class Surface(LightRecord):
    """Everything the scan knows about the old library; keys are full names (modules, classes, callables).

    `aliases` are further full names of classes: the name to the key under which `objects` describes the class.
    `searched` are members (full names) that say enough by their bare name: in a file that uses the library they are
    reported whatever stands before the dot. Those that are gone from, or changed in, a class that stays are searched
    for anyway. `beside` are names that are changed and still used rightly in the new library: they count only beside
    another use that tells.
    """

    modules: Annotated[dict[DottedName, ModuleSurface], Bounds(min_length=1)]
    objects: dict[DottedName, ObjectSurface] = anew(dict)
    aliases: dict[DottedName, DottedName] = anew(dict)
    calls: dict[DottedName, CallSurface] = anew(dict)
    warnings: dict[DottedName, Sentence] = anew(dict)
    searched: tuple[DottedName, ...] = ()
    beside: tuple[DottedName, ...] = ()

    def __post_init__(self) -> None:
        self._check_searched()
        self._check_types()

    def _check_searched(self) -> None:
        for name in self.searched:
            owner, _, member = name.rpartition(".")
            described = self.objects.get(owner, ObjectSurface())
            if member not in {*described.same, *described.gone, *described.changed}:
                raise ValueError(f"searched: {name!r} is not a member of a class of surface.objects")

    def _check_types(self) -> None:
        given = [named for module in self.modules.values() for named in module.gives.values()]
        given += [named for objects in self.objects.values() for named in objects.gives.values()]
        given += [objects.items for objects in self.objects.values() if objects.items is not None]
        for named in given:
            self._check_type(named)
        for alias, name in self.aliases.items():
            if name not in self.objects or alias in self.objects:
                raise ValueError(f"alias {alias!r}: expected a second name of a class of surface.objects")

    def _check_type(self, named: str) -> None:
        inner = named.strip("[]")
        if named.count("[") != named.count("]") or inner not in self.objects:
            raise ValueError(f"{named!r} is not a class of surface.objects, or [class]")


class Change(LightRecord):
    """One thing the pack does: a rule kind (a module of `bot/rules/`) with the parameters that kind takes.

    `sentence` says what is changed and why, `source` is the page that makes it true.
    """

    id: Slug
    kind: Annotated[str, Bounds(pattern=r"^[a-z]+(?:_[a-z]+)*$", max_length=64)]
    sentence: Sentence
    source: Url
    parameters: dict[str, Any] = anew(dict)


class ModelArgument(LightRecord):
    """Under which keyword, and at which position from 0 (null: none), a call names its model."""

    keyword: Identifier
    position: Annotated[int, Bounds(ge=0, le=99)] | None = None


class RetiredModelName(LightRecord):
    """A model that its provider switched off on that day (ISO 8601). `successors` are those that the provider names for
    it, still answer where it did, and take the same call.
    """

    name: ModelName
    switched_off: Day
    successors: tuple[ModelName, ...] = ()


class ModelNames(LightRecord):
    """Models of the service that the library asks. `source` is the provider's own page about those that are gone,
    `arguments` say which calls (full names) name one, `prefix` may stand before a name.
    """

    source: Url
    arguments: dict[DottedName, ModelArgument]
    retired: tuple[RetiredModelName, ...]
    prefix: Annotated[str, Bounds(pattern=r"^(?:[a-z]+/)?$", max_length=32)] = ""


class Citation(LightRecord):
    """A page that the pack rests on."""

    title: Sentence
    url: Url


class Pack(LightRecord):
    """One migration. `tokens` are the byte strings of which a file must hold one to be parsed at all."""

    schema: Annotated[int, Bounds(ge=SCHEMA, le=SCHEMA)]
    id: PackIdField
    version: Version
    title: Sentence
    old: OldLibrary
    new: NewLibrary
    tokens: Annotated[tuple[Annotated[str, Bounds(min_length=3, max_length=64)], ...], Bounds(min_length=1)]
    surface: Surface
    changes: Annotated[tuple[Change, ...], Bounds(min_length=1)]
    limitations: tuple[Sentence, ...] = ()
    citations: Annotated[tuple[Citation, ...], Bounds(min_length=1)]
    models: ModelNames | None = None

    def __post_init__(self) -> None:
        ids = [change.id for change in self.changes]
        if len(set(ids)) != len(ids):
            raise ValueError("two changes have the same id")
        for module in self.surface.modules:
            if not any(is_within(module, root) for root in self.old.modules):
                raise ValueError(f"{module!r} is not in a module of the old library")
        for token in self.tokens:
            if not token.isascii():
                raise ValueError(f"token {token!r} is not ASCII")

    @property
    def old_names(self) -> tuple[str, ...]:
        """What the old library is called in text: its modules and its distribution; sorted."""
        return tuple(sorted({*self.old.modules, self.old.distribution}))

    @property
    def old_name(self) -> str:
        """What people are told that the old library is called."""
        return self.old.named or self.old.distribution

    @property
    def is_one_distribution(self) -> bool:
        """Whether the old and the new library are releases of one distribution."""
        return _canonical(self.old.distribution) == _canonical(self.new.distribution)

    def rule_id(self, change: Change) -> str:
        """How records name a change of this pack."""
        return f"{self.id}:{change.id}"


def _canonical(distribution: str) -> str:
    """The name as it is compared (PyPA, "Names and normalization"), which `packaging` takes long to be imported for."""
    return _SEPARATORS.sub("-", distribution).lower()


def is_within(name: str, root: str) -> bool:
    """Whether a dotted name is `root` or below it."""
    return name == root or name.startswith(f"{root}.")


def _refuse_overlap(*groups: Iterable[str]) -> None:
    count = Counter(name for group in groups for name in group)
    twice = sorted(name for name, times in count.items() if times > 1)
    if twice:
        raise ValueError(f"listed twice among same, gone and changed: {', '.join(twice)}")


def _refuse_missing(gives: dict[str, TypeName], known: tuple[str, ...]) -> None:
    missing = sorted(set(gives) - set(known))
    if missing:
        raise ValueError(f"gives, but not listed as a name: {', '.join(missing)}")
