"""Which files name a library: one search for all packs, before any of them is surveyed."""

from collections.abc import Generator, Iterable

from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.models.want import Answer, Search, SearchResult, Want
from bot.packs.at_hand import PackHead
from bot.scan.source_kinds import is_notebook


class Naming(Frozen):
    """Path to the names that stand in the file; of the Python files at `paths`, `files_read` were looked at, the others
    are limitations.
    """

    paths: tuple[str, ...]
    names: dict[str, frozenset[bytes]]
    limitations: tuple[Limitation, ...]
    files_read: int

    def files_of(self, pack: PackHead) -> list[str]:
        """The files that hold one of the pack's names, in the order of their paths."""
        code, notebook = _in_code(pack), _in_a_notebook(pack)
        return sorted(path for path, found in self.names.items() if found & (notebook if is_notebook(path) else code))


def naming(packs: Iterable[PackHead], paths: tuple[str, ...]) -> Generator[Want, Answer, Naming]:
    """Search the Python files and notebooks at `paths`."""
    found = list(packs)
    modules = tuple(path for path in paths if not is_notebook(path))
    notebooks = tuple(path for path in paths if is_notebook(path))
    names: dict[str, frozenset[bytes]] = {}
    limitations: list[Limitation] = []
    for those, of_pack, freely in ((modules, _in_code, False), (notebooks, _in_a_notebook, True)):
        tokens = tuple(sorted(frozenset[bytes]().union(*map(of_pack, found))))
        if those and tokens:
            answer = yield Search(those, tokens, spelt_freely=freely)
            assert isinstance(answer, SearchResult)
            names |= answer.hits
            limitations += answer.limitations
    return Naming(paths, names, tuple(limitations), len(paths) - len(limitations))


def _in_code(pack: PackHead) -> frozenset[bytes]:
    return frozenset(token.encode() for token in pack.tokens)


def _in_a_notebook(pack: PackHead) -> frozenset[bytes]:
    """A notebook also installs: the distribution counts, however it is spelt."""
    return frozenset(name.encode() for name in (*pack.tokens, *pack.old_names))
