"""Frames: how both processes cut a stream of bytes into messages. Pure: it reads and writes nothing itself.

A frame is a list of parts. On the wire, all numbers unsigned, 32 bits, big-endian: the number of parts, the size of
each part in bytes, then the parts. The first part is a short header, the second a JSON document, the others are raw
payloads. What the parts mean is `protocol`'s matter.

The sizes are judged before a byte of a part is kept, because the sender may be a child that a hostile file took over.
"""

import struct
from collections.abc import Sequence

from bot.models.struct import Frozen

Parts = tuple[bytes, ...]

_NUMBER = struct.Struct("!I")
_FEWEST_PARTS = 2


class MalformedFrameError(Exception):
    """What arrived is not one frame within the limits; nothing that follows on the stream means anything."""


class FrameLimits(Frozen):
    """The most bytes of a header, of a document and of all payloads together, and the most payloads."""

    header: int = 4_096
    document: int = 2**31
    payloads: int = 2**32
    payload_count: int = 65_536

    def judge(self, sizes: Sequence[int]) -> None:
        """Raise `MalformedFrameError` when parts of these sizes are not a frame."""
        header, document, *payloads = sizes
        if header > self.header or document > self.document or sum(payloads) > self.payloads:
            raise MalformedFrameError("over the size limit")


def frame(header: bytes, document: bytes, payloads: Sequence[bytes] = ()) -> bytes:
    """The parts as they go over the wire."""
    parts = (header, document, *payloads)
    numbers = struct.pack(f"!{len(parts) + 1}I", len(parts), *map(len, parts))
    return b"".join((numbers, *parts))


class FrameReader:
    """Collects the bytes of exactly one frame, however they are cut."""

    def __init__(self, limits: FrameLimits) -> None:
        self._limits = limits
        self._held = bytearray()
        self._sizes: tuple[int, ...] | None = None

    def feed(self, data: bytes) -> Parts | None:
        """Take what arrived; the parts once the frame is whole, None before. Raises `MalformedFrameError`."""
        self._held += data
        if self._sizes is None:
            self._sizes = self._read_sizes()
        if self._sizes is None:
            return None
        start = _NUMBER.size * (len(self._sizes) + 1)
        missing = start + sum(self._sizes) - len(self._held)
        if missing < 0:
            raise MalformedFrameError("bytes after the end")
        return self._cut(start, self._sizes) if missing == 0 else None

    def _read_sizes(self) -> tuple[int, ...] | None:
        if len(self._held) < _NUMBER.size:
            return None
        (count,) = _NUMBER.unpack_from(self._held)
        if not _FEWEST_PARTS <= count <= _FEWEST_PARTS + self._limits.payload_count:
            raise MalformedFrameError("not a possible number of parts")
        if len(self._held) < _NUMBER.size * (count + 1):
            return None
        sizes = struct.unpack_from(f"!{count}I", self._held, _NUMBER.size)
        self._limits.judge(sizes)
        return sizes

    def _cut(self, start: int, sizes: tuple[int, ...]) -> Parts:
        view = memoryview(self._held)
        parts = []
        for size in sizes:
            parts.append(bytes(view[start : start + size]))
            start += size
        return tuple(parts)
