"""What a model said, taken apart into amendments by number, and what every one of them has to hold. Pure.

Nothing here raises for what a model said: whatever it is, it stays an offered amendment, to be taken or refused.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.models.names import PackId
from bot.models.reading import MisfitError, read
from bot.models.screening import Amendment, RefusedAmendment
from bot.models.struct import Frozen, anew
from bot.models.writing import plain
from bot.safe_text import displayable, is_unseen
from bot.source.tree_path import judged_path
from bot.vocabulary import AmendmentRefusal, PackBlock

MOST_AMENDMENTS = 32
"""Of one screening; the others are refused by their number."""

_MOST_EVIDENCE = 20
_LONGEST_PART = 500
_LONGEST_REASON = 2_000
_LONGEST_KEPT = 2_000
_LINE = re.compile(r":[0-9]{1,9}\Z")

Read: TypeAlias = Callable[[str], bytes | None]
"""The bytes of a file of the tree; null where they cannot be read."""


class Source(Frozen):
    """A tree that can be read: its paths, and the bytes behind one."""

    paths: frozenset[str]
    read: Read


class Env(Frozen):
    """What was observed, and what a person decided outside of the plan.

    `source` is null where the tree cannot be read. `blocked` are the migrations that could not be planned, and why;
    `client_names` the packs for which the owner said what clients are called.
    """

    source: Source | None
    blocked: Mapping[PackId, PackBlock] = anew(dict)
    client_names: frozenset[str] = frozenset()


class Offered(Frozen):
    """What came at one place of the list, counted from 1; `amendment` is null where it is not one, for that `fault`."""

    number: int
    given: Any
    amendment: Amendment | None
    fault: str | None = None


class Unfit(Exception):  # noqa: N818 - no error: why one amendment does not land, within this room only
    """The amendment being looked at does not land."""

    def __init__(self, refusal: AmendmentRefusal, detail: str | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.detail = detail


def offered(given: Sequence[Any]) -> tuple[Offered, ...]:
    """Everything that came, in its order; of what is beyond the limit only the number is looked at."""
    return tuple(_offered(number, one) for number, one in enumerate(given, 1))


def _offered(number: int, given: Any) -> Offered:
    if number > MOST_AMENDMENTS:
        return Offered(number, None, None)
    if isinstance(given, Amendment):
        return Offered(number, plain(given), given)
    try:
        return Offered(number, given, read(Amendment, given))
    except MisfitError as error:
        return Offered(number, given, None, str(error))
    except (TypeError, RecursionError) as error:
        return Offered(number, None, None, type(error).__name__)


def fitting(env: Env, one: Offered) -> Amendment:
    """The amendment, if what is asked of every kind holds: raises Unfit with the first word that does not."""
    if one.number > MOST_AMENDMENTS:
        raise Unfit(AmendmentRefusal.TOO_MANY)
    amendment = one.amendment
    if amendment is None:
        raise Unfit(AmendmentRefusal.MISSHAPEN, one.fault)
    _refuse_unseen(amendment)
    if env.source is None:
        raise Unfit(AmendmentRefusal.NO_SOURCE)
    if not amendment.reason.strip():
        raise Unfit(AmendmentRefusal.NO_REASON)
    if not amendment.evidence:
        raise Unfit(AmendmentRefusal.NO_EVIDENCE)
    for place in amendment.evidence:
        if place not in env.source.paths and _LINE.sub("", place) not in env.source.paths:
            raise Unfit(AmendmentRefusal.EVIDENCE_NOT_THERE, place)
    return amendment


def _refuse_unseen(amendment: Amendment) -> None:
    parts = [part for part in (amendment.key, amendment.value, amendment.path) if part is not None]
    too_long = any(len(part) > _LONGEST_PART for part in (*parts, *amendment.evidence))
    if too_long or len(amendment.reason) > _LONGEST_REASON or len(amendment.evidence) > _MOST_EVIDENCE:
        raise Unfit(AmendmentRefusal.NOT_DISPLAYABLE)
    on_one_line = "".join((*parts, *amendment.evidence))
    if any(letter in "\t\n" or is_unseen(letter) for letter in on_one_line) or any(map(is_unseen, amendment.reason)):
        raise Unfit(AmendmentRefusal.NOT_DISPLAYABLE)


def path_in(env: Env, path: str) -> str:
    """The path of a file or folder of the tree, without a slash at its end; raises Unfit where it is none."""
    plain_path = path.removesuffix("/")
    if not isinstance(judged_path(plain_path.encode()), str):
        raise Unfit(AmendmentRefusal.PATH_OUTSIDE_ROOT, path)
    assert env.source is not None  # asked before
    inside = f"{plain_path}/"
    if plain_path not in env.source.paths and not any(one.startswith(inside) for one in env.source.paths):
        raise Unfit(AmendmentRefusal.PATH_NOT_THERE, path)
    return plain_path


def refused(one: Offered, why: Unfit) -> RefusedAmendment:
    """What is recorded of an amendment that does not land; never more than can be shown."""
    detail = displayable(why.detail)[:_LONGEST_PART] if why.detail is not None else None
    return RefusedAmendment(number=one.number, refusal=why.refusal, detail=detail, given=_kept(one.given))


def _kept(given: Any) -> str | None:
    if given is None:
        return None
    try:
        return json.dumps(given)[:_LONGEST_KEPT]
    except (TypeError, ValueError, RecursionError):
        return None
