"""A pack with the bytes that it was read from, and the packs that travel with Obelize.

How a pack is read stands in `loader`, which brings in what understands YAML: whoever remembers a pack does without.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from bot.models.finding import PackStamp
from bot.models.names import PackId
from bot.models.struct import Frozen
from bot.packs.at_hand import PackAtHand
from bot.packs.schema import Pack
from bot.vocabulary import PackSource

BUNDLED = Path(__file__).resolve().parent / "bundled"


class PackError(Exception):
    """A pack cannot be used. `problems` holds one line each: `line 12: changes[2].kind: expected …; found …`."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class LoadedPack(Frozen):
    """A pack with the exact bytes it was read from, their SHA-256 in hexadecimal, and where it came from."""

    at_hand: PackAtHand
    data: bytes
    sha256: str
    source: PackSource

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.sha256})"

    @property
    def id(self) -> PackId:
        """The pack's id."""
        return self.at_hand.id

    @property
    def pack(self) -> Pack:
        """The pack, which is read now if it was not yet."""
        return self.at_hand.pack

    @property
    def stamp(self) -> PackStamp:
        """Which pack this is, as documents state it."""
        return PackStamp(id=self.id, version=self.at_hand.head.version, sha256=self.sha256)


def bundled_files(folder: Path = BUNDLED) -> dict[str, bytes]:
    """The bytes of the packs that travel with Obelize, by id, in the order of their ids."""
    paths = {f"{path.parent.parent.name}/{path.parent.name}": path for path in folder.glob("*/*/pack.yaml")}
    return {pack: paths[pack].read_bytes() for pack in sorted(paths)}


def read_bundled(read: Callable[[bytes], PackAtHand], folder: Path = BUNDLED) -> tuple[LoadedPack, ...]:
    """The packs that travel with Obelize, in the order of their ids; raises PackError naming the pack."""
    loaded = []
    for expected, data in bundled_files(folder).items():
        try:
            pack = read(data)
        except PackError as error:
            raise PackError(tuple(f"{expected}: {problem}" for problem in error.problems)) from error
        if pack.id != expected:
            raise PackError((f"{expected}: id: expected the folder's name; found {pack.id!a}",))
        loaded.append(LoadedPack(pack, data, sha256_of(data), PackSource.BUNDLED))
    return tuple(loaded)


def target_listing(pack: str, folder: Path = BUNDLED) -> str:
    """The public modules and names of the new library, as a pack that travels with Obelize lists them beside itself;
    nothing for other packs.
    """
    path = folder / pack / "target.txt"
    return path.read_text(encoding="utf-8") if pack in bundled_files(folder) and path.is_file() else ""


def notes_beside(pack: str, folder: Path = BUNDLED) -> bytes:
    """The notes of a pack that travels with Obelize, as they stand beside it; nothing for other packs."""
    path = folder / pack / "notes.yaml"
    return path.read_bytes() if pack in bundled_files(folder) and path.is_file() else b""


def sha256_of(data: bytes) -> str:
    """In hexadecimal, as a `pack.sha256` has it."""
    return hashlib.sha256(data).hexdigest()
