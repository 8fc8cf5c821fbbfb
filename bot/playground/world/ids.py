"""Numbers and node ids, as unlike each other as GitHub's are.

Each kind counts from its own start, so that a test which mixes up two kinds of id fails; check runs and deliveries
start above 2**32, where a 32-bit column would break.
"""

import base64
import struct
from enum import StrEnum


class Kind(StrEnum):
    """A kind of thing that GitHub numbers; the value is the prefix of its node id."""

    USER = "U"
    ORGANIZATION = "O"
    BOT = "BOT"
    APP = "A"
    INSTALLATION = "IN"
    HOOK = "HK"
    REPOSITORY = "R"
    PULL_REQUEST = "PR"
    STATUS = "SC"
    CHECK_SUITE = "CS"
    CHECK_RUN = "CR"
    REVIEW = "PRR"
    REVIEW_THREAD = "PRRT"
    REVIEW_COMMENT = "PRRC"
    ISSUE = "I"
    ISSUE_COMMENT = "IC"
    REACTION = "REA"
    DELIVERY = "DL"


_STARTS = {
    Kind.USER: 61_000_000,
    Kind.ORGANIZATION: 62_000_000,
    Kind.BOT: 213_000_000,
    Kind.APP: 1_410_000,
    Kind.INSTALLATION: 71_000_000,
    Kind.HOOK: 581_000_000,
    Kind.REPOSITORY: 901_000_000,
    Kind.PULL_REQUEST: 2_401_000_000,
    Kind.STATUS: 37_000_000_000,
    Kind.CHECK_SUITE: 44_000_000_000,
    Kind.CHECK_RUN: 52_000_000_000,
    Kind.REVIEW: 4_501_000_000,
    Kind.REVIEW_THREAD: 61_000_001_000,
    Kind.REVIEW_COMMENT: 2_601_000_000,
    Kind.ISSUE: 2_901_000_000,
    Kind.ISSUE_COMMENT: 3_301_000_000,
    Kind.REACTION: 275_000_000,
    Kind.DELIVERY: 181_000_000_000_000,
}


class Ids:
    """Hands out the next number of each kind."""

    def __init__(self) -> None:
        self._last: dict[Kind, int] = {}

    def next(self, kind: Kind) -> int:
        """The next free number of this kind."""
        number = self._last.get(kind, _STARTS[kind]) + 1
        self._last[kind] = number
        return number


def node_id(kind: Kind, number: int) -> str:
    """A global id as GitHub writes them since 2021: the kind's prefix, then opaque base64."""
    packed = base64.urlsafe_b64encode(b"\x92\x00\xcf" + struct.pack(">Q", number)).decode().rstrip("=")
    return f"{kind.value}_{packed}"
