"""What a rule answers, and the shape that a rule module has."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from bot.models.light_record import LightRecord
from bot.models.struct import Frozen, altered
from bot.packs.schema import Pack
from bot.scan.facts import HandedOn, Mocked, Replacement, Takes
from bot.scan.manifests.declaration import Declaration
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail


class Migrate(Frozen):
    """The place moves to the new library by these replacements; none where it follows from another place.

    `within_file`: names of the module that must not be used in another file, since every use of them was followed;
    `not_elsewhere`: text that must not stand in another file that uses the library. The others as in
    `Judgement`.
    """

    replacements: tuple[Replacement, ...] = ()
    note: str | None = None
    within_file: frozenset[str] = frozenset()
    not_elsewhere: frozenset[str] = frozenset()
    calls: str | None = None
    reads_attributes: bool = False
    mocks: Mocked | None = None
    relied_on: bool = False
    offers: str | None = None
    models: tuple[str, ...] = ()
    takes: tuple[Takes, ...] = ()
    handed: tuple[HandedOn, ...] = ()

    def with_replacements(self, further: Iterable[Replacement]) -> "Migrate":
        """The same with more of them."""
        return altered(self, replacements=(*self.replacements, *further))


class Withhold(Frozen):
    """The place is left for a person; `note` is the pack's sentence about what to write instead. `relied_on` and `asks`
    as in `Judgement`.
    """

    bail: Bail
    note: str | None = None
    relied_on: bool = False
    asks: tuple[str, ...] = ()


Verdict: TypeAlias = Migrate | Withhold


class RuleKind(Protocol):
    """A module of `bot/rules/`: the parameters that a change of this kind takes, and one or both judges.

    `judge` is asked once a file and answers by the sighting's index; `judge_declaration` once a dependency line.
    """

    Parameters: type[LightRecord]


class SourceJudge(Protocol):
    """Judges the sightings of one Python file."""

    def __call__(
        self, view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Any
    ) -> Iterable[tuple[int, Verdict]]:
        """Yield the index of each sighting that the rule speaks for, with its verdict."""
        ...


class DeclarationJudge(Protocol):
    """Judges one dependency line."""

    def __call__(self, declaration: Declaration, pack: Pack, parameters: Any) -> Verdict:
        """Answer for the dependency line."""
        ...
