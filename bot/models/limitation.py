"""What a run passed over or could not see."""

from bot.models.light_record import LightRecord
from bot.vocabulary import LimitationCode


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
