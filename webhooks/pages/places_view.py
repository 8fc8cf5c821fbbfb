"""The places that a run left, as a page shows them: filtered by reason, file and what became of asking. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote, urlencode

from bot.models.finding import cell_position
from bot.models.model_records import ProposalRecord
from bot.models.run import Withheld
from bot.safe_text import displayable
from bot.vocabulary import Bail, ConsultSkip, NotAsked, ProposalOutcome

ON_A_PAGE = 200
MOST_CHOICES = 30
"""Choices of one filter that are listed, the most frequent first."""

Asking = ConsultSkip | NotAsked | ProposalOutcome


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown; empty for any."""

    word: str = ""
    path: str = ""
    asking: str = ""
    page: int = 1

    @staticmethod
    def of(query: Mapping[str, str]) -> "Wanted":
        """From an address; what is no number is the first page."""
        page = query.get("page", "")
        number = int(page) if page.isascii() and page.isdecimal() and len(page) < 6 else 1
        return Wanted(query.get("word", ""), query.get("path", ""), query.get("asking", ""), max(1, number))


class ShownPlace(NamedTuple):
    """One row. `address` leads to its line on the forge, `question` to what a model was asked about it."""

    path: str
    where: str
    address: str
    symbol: str
    word: Bail
    caused_by: tuple[Bail, ...]
    asking: Asking
    question: int | None


class Choice(NamedTuple):
    """One value of a filter, how many places it leaves, and the address that chooses it or lets it go."""

    text: str
    places: int
    address: str
    chosen: bool


class Filter(NamedTuple):
    """A filter and its values."""

    name: str
    choices: tuple[Choice, ...]
    more: int


class Group(NamedTuple):
    """Places that were left for one reason."""

    word: Bail
    places: tuple[ShownPlace, ...]


class PlacesPage(NamedTuple):
    """One page of the places that fit, by reason, the most frequent first; `first` and `last` count from 1."""

    groups: tuple[Group, ...]
    found: int
    first: int
    last: int
    filters: tuple[Filter, ...]
    previous: str | None
    next: str | None


class ForgeFiles(NamedTuple):
    """Where the forge shows the files of the commit that was read."""

    repository: str
    sha: str

    def line(self, path: str, line: int | None) -> str:
        """The line of a file; the file alone where it has no line of its own."""
        return self.lines(path, line, line)

    def lines(self, path: str, first: int | None, last: int | None) -> str:
        """Some lines of a file, both ends included."""
        at = "" if first is None else f"#L{first}" if first == last else f"#L{first}-L{last}"
        return f"{self.repository}/blob/{self.sha}/{quote(path, safe='/')}{at}"


def places_page(
    withheld: Sequence[Withheld],
    records: Mapping[int, ProposalRecord],
    files: ForgeFiles,
    wanted: Wanted,
    address: Callable[[Mapping[str, str]], str],
) -> PlacesPage:
    """The places that fit; `address` makes the page's own address with a query."""
    places = [_shown(row, records, files) for row in withheld]
    fitting = [place for place in places if _fits(place, wanted)]
    often = Counter(place.word for place in fitting)
    fitting.sort(key=lambda place: (-often[place.word], place.word.value))
    first = (wanted.page - 1) * ON_A_PAGE
    pages = max(1, -(-len(fitting) // ON_A_PAGE))

    def turned(page: int) -> str | None:
        return address(_query(replace(wanted, page=page))) if 1 <= page <= pages else None

    shown = fitting[first : first + ON_A_PAGE]
    return PlacesPage(
        groups=tuple(Group(word, tuple(those)) for word, those in groupby(shown, key=lambda place: place.word)),
        found=len(fitting),
        first=first + 1,
        last=first + len(shown),
        filters=tuple(_filters(places, wanted, address)),
        previous=turned(wanted.page - 1),
        next=turned(wanted.page + 1),
    )


def _shown(row: Withheld, records: Mapping[int, ProposalRecord], files: ForgeFiles) -> ShownPlace:
    record = records.get(row.asked) if row.asked is not None else None
    asking = row.skip or row.not_asked or (record.outcome if record is not None else ProposalOutcome.UNANSWERED)
    path = displayable(row.path)
    position = f"line {row.line}" if row.cell is None else cell_position(row.cell, row.line)
    return ShownPlace(
        path=path,
        where=position,
        address=files.line(row.path, row.line if row.cell is None else None),
        symbol=displayable(row.symbol or ""),
        word=row.bail,
        caused_by=row.caused_by or (),
        asking=asking,
        question=row.asked,
    )


def _fits(place: ShownPlace, wanted: Wanted, but: str = "") -> bool:
    return all(but == name or getattr(wanted, name) in {"", value} for name, value in _values(place).items())


def _values(place: ShownPlace) -> dict[str, str]:
    return {"word": place.word.value, "path": place.path, "asking": place.asking.value}


def _filters(
    places: Sequence[ShownPlace], wanted: Wanted, address: Callable[[Mapping[str, str]], str]
) -> Iterator[Filter]:
    """What else could be chosen: each filter counts the places that the others leave."""
    for name, title in (("word", "Reason"), ("asking", "Asking a model"), ("path", "File")):
        counts = Counter(_values(place)[name] for place in places if _fits(place, wanted, but=name))
        chosen: str = getattr(wanted, name)
        ordered = sorted(counts.items(), key=lambda item: (item[0] != chosen, -item[1], item[0]))
        choices = tuple(
            Choice(
                value, count, address(_query(_with(wanted, name, "" if value == chosen else value))), value == chosen
            )
            for value, count in ordered[:MOST_CHOICES]
        )
        yield Filter(title, choices, max(0, len(ordered) - MOST_CHOICES))


def _with(wanted: Wanted, name: str, value: str) -> Wanted:
    values = {"word": wanted.word, "path": wanted.path, "asking": wanted.asking, name: value}
    return Wanted(values["word"], values["path"], values["asking"])


def _query(wanted: Wanted) -> dict[str, str]:
    values = {"word": wanted.word, "path": wanted.path, "asking": wanted.asking}
    given = {name: value for name, value in values.items() if value}
    return given if wanted.page == 1 else {**given, "page": str(wanted.page)}


def with_query(address: str, query: Mapping[str, str]) -> str:
    """The address with a query; one that it has already stays."""
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}{urlencode(query)}" if query else address
