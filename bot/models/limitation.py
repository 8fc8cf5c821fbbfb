"""What a run passed over or could not see."""

from collections import Counter
from collections.abc import Iterable

from bot.models.light_record import LightRecord
from bot.vocabulary import LimitationCode

MOST_OF_A_CODE = 1_000
"""A crafted tree names hundreds of thousands of links; what a run keeps and shows has to stay readable."""


class Limitation(LightRecord):
    r"""One thing passed over; `path` is printable (bytes that are not UTF-8 stand as `\xNN`), `line` 1-based."""

    code: LimitationCode
    path: str | None
    line: int | None
    detail: str | None

    def sort_key(self) -> tuple[str, str, int, str]:
        """Documents list limitations in this order."""
        return (self.path or "", self.code, self.line or 0, self.detail or "")


def limitation(
    code: LimitationCode, path: str | None = None, line: int | None = None, detail: str | None = None
) -> Limitation:
    """A limitation with what does not apply left out."""
    return Limitation(code=code, path=path, line=line, detail=detail)


def in_order(limitations: Iterable[Limitation]) -> tuple[Limitation, ...]:
    """Each once, as documents list them; of a code with very many the first, and how many more there are."""
    kept: list[Limitation] = []
    seen: Counter[LimitationCode] = Counter()
    for one in sorted(set(limitations), key=Limitation.sort_key):
        seen[one.code] += 1
        if seen[one.code] <= MOST_OF_A_CODE:
            kept.append(one)
    more = ((code, n - MOST_OF_A_CODE) for code, n in seen.items() if n > MOST_OF_A_CODE)
    kept += (limitation(code, detail=f"and {n:,} more like those that are listed") for code, n in more)
    return tuple(sorted(kept, key=Limitation.sort_key))
