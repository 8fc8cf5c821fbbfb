import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.analyser.frames import FrameLimits, FrameReader, MalformedFrameError, Parts, frame

TIGHT = FrameLimits(header=4, document=8, payloads=16, payload_count=2)


def read(limits: FrameLimits, wire: bytes, step: int) -> Parts | None:
    reader = FrameReader(limits)
    parts = None
    for start in range(0, len(wire), step):
        parts = reader.feed(wire[start : start + step])
    return parts


@given(st.binary(max_size=4), st.binary(max_size=8), st.lists(st.binary(max_size=8), max_size=2), st.integers(1, 50))
def test_a_frame_is_read_as_it_was_written_however_the_stream_is_cut(
    header: bytes, document: bytes, payloads: list[bytes], step: int
) -> None:
    assert read(TIGHT, frame(header, document, payloads), step) == (header, document, *payloads)


def test_the_form_on_the_wire_is_the_documented_one() -> None:
    assert frame(b"h", b"doc", (b"",)) == b"\0\0\0\3\0\0\0\1\0\0\0\3\0\0\0\0hdoc"


def test_half_a_frame_is_nothing_yet() -> None:
    assert read(TIGHT, frame(b"h", b"d")[:-1], 3) is None


@pytest.mark.parametrize(
    "wire",
    [
        pytest.param(frame(b"12345", b""), id="a header over the limit is refused"),
        pytest.param(frame(b"", b"123456789"), id="a document over the limit is refused"),
        pytest.param(frame(b"", b"", (b"12345678", b"123456789")), id="payloads together over the limit are refused"),
        pytest.param(frame(b"", b"", (b"", b"", b"")), id="more payloads than allowed are refused"),
        pytest.param(struct.pack("!2I", 1, 0), id="a single part is refused"),
        pytest.param(struct.pack("!I", 0), id="no part at all is refused"),
        pytest.param(frame(b"h", b"d") + b"x", id="a byte after the end is refused"),
    ],
)
def test_what_is_not_one_frame_within_the_limits_is_refused(wire: bytes) -> None:
    with pytest.raises(MalformedFrameError):
        read(TIGHT, wire, len(wire))


def test_sizes_are_judged_before_any_byte_of_a_part_arrives() -> None:
    with pytest.raises(MalformedFrameError, match="size limit"):
        FrameReader(TIGHT).feed(struct.pack("!4I", 3, 1, 1, 2**32 - 1))
