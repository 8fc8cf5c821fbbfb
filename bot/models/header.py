"""The plan's header: what a run observed about the repository under one pack, and what it decided from that."""

from bot.models.light_record import LightRecord
from bot.models.names import PackId


class DeclaredLine(LightRecord):
    """A line of a dependency file that declares the old library (`old`) or the new one, as it stands. `becomes` is the
    line that this run writes instead, null where it stays.
    """

    path: str
    line: int
    text: str
    old: bool
    becomes: str | None


class PromisedPython(LightRecord):
    """What a dependency file promises about Python, as it is written; `line` is null where its place is not certain.

    `lowest` is the lowest Python below the one that the new library needs, null where none is admitted.
    """

    path: str
    line: int | None
    text: str
    lowest: str | None


class RetiredModel(LightRecord):
    """A model that its provider switched off on `switched_off` (ISO 8601), by the page `source`, and where the
    repository asks for it. `successors` are those that the provider recommends; `places` are `path:line`.
    """

    name: str
    switched_off: str
    successors: tuple[str, ...]
    source: str
    places: tuple[str, ...]


class ClientHome(LightRecord):
    """A place where a module will make a client that other modules can take, and what it calls it."""

    path: str
    line: int
    name: str


class PlanHeader(LightRecord):
    """`requirement` is what a new dependency line gets, `python` the lowest Python that it needs. `client_home` (path)
    and `client_name` say where the one client is made that other modules can take, or the one that somebody chose of
    several (`client_homes`); null where there is none in a file that moves. `vendored` are modules of the old library's
    name that the repository carries itself.
    """

    pack: PackId
    declared: tuple[DeclaredLine, ...]
    requirement: str
    python: str
    promised: tuple[PromisedPython, ...]
    client_homes: tuple[ClientHome, ...]
    client_home: str | None
    client_name: str | None
    retired_models: tuple[RetiredModel, ...]
    vendored: tuple[str, ...]
